/** What each mode changes, tried out in real moves on a real board. The core says what each does; here is only what to ask for. */

import { boardOf, squareAt } from "../board/geometry";
import type { Key } from "./i18n/index.svelte";
import type { Board } from "./messages";

export interface Step {
  readonly mode: string;
  /** The moves that lead to where the step begins, as people write them. */
  readonly moves: string;
  /** What the reader is asked to do, and what is said when it is done. */
  readonly ask: Key;
  readonly done: Key;
  /** What to say when a legal move was not what was asked for; such a move is not kept. */
  readonly almost?: Key;
  readonly solves: (before: Board, square: number, after: Board) => boolean;
}

const always = (): boolean => true;
const changesOwner = (before: Board, square: number, after: Board): boolean =>
  before.owners[boardOf(square)] !== after.owners[boardOf(square)];

/** A mode without a step of its own begins on the empty board. */
export const MODE_STEPS: Readonly<Record<string, Step>> = {
  modern: { mode: "modern", moves: "39 91 19 95 59 99", ask: "learn.modern", done: "learn.modern.done", solves: always },
  classic: { mode: "classic", moves: "16 63 36 69 96 66", ask: "learn.classic", done: "learn.classic.done", solves: always },
  battle: {
    mode: "battle",
    moves: "17 71 11 19 94 42 21 16 61 13 31 18 88 81",
    ask: "learn.battle",
    done: "learn.battle.done",
    almost: "learn.battle.almost",
    solves: changesOwner,
  },
  open: {
    mode: "open",
    moves: "35 53 34 47 75 57 73 37 77 55",
    ask: "learn.open",
    done: "learn.open.done",
    almost: "learn.open.almost",
    solves: (before, square) => before.owners[boardOf(square)] !== ".",
  },
};

export const plainStep = (mode: string): Step => ({ mode, moves: "", ask: "learn.plain", done: "learn.plain.done", solves: always });

export const squaresOf = (moves: string): number[] =>
  moves
    .split(" ")
    .filter(Boolean)
    .map((move) => squareAt(Number(move[0]) - 1, Number(move[1]) - 1));
