/** What the page asks its worker, and what the worker tells: the only messages between them. */

import type { Side } from "../lib/messages";
import type { Limits, Place } from "./core";
import type { LEVELS } from "./facts";

export type LevelName = keyof typeof LEVELS;

/** A question that is searched for. */
export type Ask =
  | {
      readonly kind: "lines";
      readonly place: Place;
      readonly limits: Limits;
      readonly byHand: boolean;
      /** Forget first what was found before, so that everybody gets the same answer. */
      readonly fresh?: boolean;
    }
  | { readonly kind: "level"; readonly place: Place; readonly level: LevelName; readonly seed: number; readonly limits: Limits }
  | { readonly kind: "prove"; readonly place: Place; readonly nodes: number };

/** A line of analysis, with the share of the point (0-1) that the player to move can expect of it. */
export interface Told {
  readonly squares: readonly number[];
  readonly share: number;
  readonly score: number;
  readonly proven: "win" | "draw" | "loss" | null;
  readonly distance: number;
  readonly depth: number;
  /** It comes from the opening book, and nothing was searched. */
  readonly book?: true;
}

export interface Found {
  readonly lines: readonly Told[];
  readonly nodes: number;
  readonly seconds: number;
}

/** How the game ends if both play well: a winner, a draw, or null where that could not be settled. */
export interface Proof {
  readonly winner: Side | "draw" | null;
  /** The move that holds it, for the player to move. */
  readonly move: number | null;
}

export type ToWorker =
  | { readonly t: "open"; readonly module: WebAssembly.Module; readonly wanted: Int32Array | null; readonly tableBytes: number }
  | { readonly t: "ask"; readonly id: number; readonly ask: Ask };

export type FromWorker =
  | { readonly t: "lines"; readonly id: number; readonly found: Found }
  | { readonly t: "answer"; readonly id: number; readonly answer: Found | Proof }
  | { readonly t: "failed"; readonly id: number; readonly detail: string };
