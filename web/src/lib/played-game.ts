/**
 * A game as a page holds it. Where it is played, on the server (`LiveGame`) or in this page, is behind this: board, move
 * list, actions and what comes after the end are written once.
 */

import type { Trouble, TroubleCode } from "./api";
import type { Cause, Game, GameCommand, Hint, Me, Phrase, Presence, Replay, Side, Why } from "./messages";
import type { LinkState } from "./socket";

/** A command without the name that it gets on its way. */
export type Wish = GameCommand extends infer One ? (One extends GameCommand ? Omit<One, "id"> : never) : never;

export interface GameListener {
  /** The game went on: what happened, and the game before it. */
  onchange?(cause: Cause, before: Game | null): void;
  onrefused?(code: TroubleCode, detail: string): void;
  /** A player says something. */
  onsaid?(side: Side, phrase: Phrase): void;
  /** Something failed that nobody asked for just now. */
  ontrouble?(trouble: Trouble): void;
}

export interface PlayedGame {
  readonly id: string;
  /** The newest state; null until the first has come. */
  readonly game: Game | null;
  readonly me: Me | null;
  /** The sides of the person at this page. */
  readonly mySides: Side[];
  /** Whether that person may play a square now. */
  readonly myTurn: boolean;
  /** A move that is drawn before it is certain. */
  readonly underway: { ply: number; square: number } | null;
  readonly busy: boolean;
  /** When the newest clocks came, by this page's own clock. */
  readonly clockedAt: number;
  /** The game cannot be shown at all. */
  readonly trouble: Trouble | null;

  /** Who is there, and when that was told by this page's own clock; null where nobody else plays. */
  readonly presence: Presence | null;
  readonly presenceAt: number;
  readonly link: LinkState;
  /** Why the server would not have the line, if it said so: its code for a trouble. */
  readonly linkRefused: string;
  /** The line was lost and is found again, and the game has not gone on since. */
  readonly returned: boolean;

  play(square: number): void;
  command(wish: Wish): void;
  join(): Promise<void>;
  /** Say something to whoever else is there; where nobody is, nothing comes of it. */
  say(phrase: Phrase): void;
  /** What the computer would play; null if the game went on meanwhile. */
  hint(): Promise<Hint | null>;
  why(ply: number): Promise<Why>;
  /** Every board so far, and the record. */
  replay(): Promise<Replay>;
  close(): void;
}
