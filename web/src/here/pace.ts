/** How long the computer takes for a move: what the clock leaves it, and at least what people can follow. */

import { LEVELS } from "../engine/facts";
import type { LevelName } from "../engine/engine";
import type { Standing } from "./standing";

/** A clock must last for a whole game: only a fortieth of it is waited away. */
const MOVES_TO_KEEP_TIME_FOR = 40;

export interface TimeLimit {
  /** What the clock says, in milliseconds; null without one. */
  readonly clock: number | null;
  /** Seconds to think; null: as many as the level takes. */
  readonly seconds: number | null;
}

/** The clock shared out over the moves that a game may still have, as `ninefold/engine/limit.py` does it. */
export function limitOf({ clock, beginning, turn, ply }: Standing, now: number): TimeLimit {
  const left = beginning.clock.kind === "timed" ? clock.remaining(turn, now) : null;
  if (left === null) return { clock: null, seconds: null };
  const usable = (0.9 * Math.max(0, left)) / 1000;
  const movesLeft = Math.max(6, 36 - Math.floor(ply / 2)) / 2;
  return { clock: left, seconds: Math.min(usable, usable / movesLeft + (0.8 * clock.increment) / 1000) };
}

/** The least milliseconds that a level takes for a move. */
export function paceOf(level: LevelName, { clock }: TimeLimit): number {
  const pace = 1000 * LEVELS[level].pace;
  return clock === null ? pace : Math.min(pace, Math.max(0, clock) / MOVES_TO_KEEP_TIME_FOR);
}
