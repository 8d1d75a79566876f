/** The puzzles that come with Ninefold, a file a mode, without their solutions; `make types` writes them. */

import { DAILY_STRIDE, MODES } from "../engine/facts";
import type { Axes, Side } from "../lib/messages";

export type Result = "win" | "draw";
export type Kind = "win" | "capture" | "steal" | "only-move" | "save-draw" | "safe-send";
export type Band = "easy" | "medium" | "hard";
export type ModeName = (typeof MODES)[number];

export const KINDS: readonly Kind[] = ["win", "capture", "steal", "only-move", "save-draw", "safe-send"];
export const BANDS: readonly Band[] = ["easy", "medium", "hard"];
export { MODES };

export interface Puzzle {
  readonly name: string;
  /** What the solver has, and must not let go. */
  readonly result: Result;
  readonly kind: Kind;
  readonly rating: number;
  readonly band: Band;
  /** How many moves there are to find. */
  readonly steps: number;
  readonly cells: string;
  readonly owners: string;
  readonly turn: Side;
  readonly target: number | null;
}

export interface Shelf {
  readonly axes: Axes;
  readonly puzzles: readonly Puzzle[];
}

const FILES = import.meta.glob<Shelf>("./*.json", { import: "default" });

export function shelfOf(mode: ModeName): Promise<Shelf> {
  return FILES[`./${mode}.json`]!();
}

const A_DAY = 86_400_000;
/** What Python calls the first of January 1970: days since the year 1. */
const EPOCH = 719_163;

export const dayOf = (milliseconds: number): number => Math.floor(milliseconds / A_DAY) + EPOCH;

export const modeOfDay = (day: number): ModeName => MODES[day % MODES.length]!;

/** The puzzle of a day, the same for everybody; the modes take turns. */
export function dailyOf(day: number, { puzzles }: Shelf): Puzzle {
  return puzzles[(Math.floor(day / MODES.length) * DAILY_STRIDE) % puzzles.length]!;
}
