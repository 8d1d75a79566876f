/** A game in this page as it is kept: how it began, and what has happened since. The server's logs have the same entries. */

import type { SetUp } from "../engine/core";
import type { Axes, ClockSettings, GameSummary, Opponent, Player, Side } from "../lib/messages";

/** How a game began. */
export interface Beginning {
  readonly id: string;
  readonly created_at: number;
  readonly mode: string;
  readonly axes: Axes;
  /** The position that it began from, unless that was the empty board. */
  readonly from?: SetUp | null;
  readonly opponent: Opponent;
  readonly X: Player;
  readonly O: Player;
  readonly swap: boolean;
  readonly clock: ClockSettings;
  readonly previous: string | null;
  /** What the computer overlooks in this game follows from it. */
  readonly seed: number;
}

export type Entry = { readonly at: number; readonly side: Side } & (
  | { readonly kind: "move"; readonly square: number; readonly spent: number; readonly left: number | null }
  | { readonly kind: "takeback"; readonly count: number; readonly left: number | null; readonly swap: boolean }
  | { readonly kind: "swap"; readonly left: number | null }
  | { readonly kind: "rematch"; readonly game: string }
  | { readonly kind: "keep" | "resign" | "time" | "draw" }
);

/** What lies in the browser's store for each game. */
export interface Kept {
  readonly id: string;
  readonly beginning: Beginning;
  readonly entries: readonly Entry[];
  /** So that a list of games needs no rules. */
  readonly summary: GameSummary;
}
