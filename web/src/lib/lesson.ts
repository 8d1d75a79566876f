/**
 * The lesson is one game that goes on. O is sent where the learner's move points, and sends the learner back to one and the same
 * board: so three moves of theirs capture it. The core says what each move does; here is only what to ask for and what O answers.
 */

import { boardOf, cellOf, squareAt } from "../board/geometry";
import type { Board } from "./messages";

export const STEPS = ["place", "send", "capture", "win"] as const;
export type StepName = (typeof STEPS)[number];

/** What the words about a step come back to: a board that the learner is in, and the cell they played, or are asked for. */
export interface Told {
  readonly board: number;
  readonly cell: number;
}

/** Whether O, sent by this square, can send the learner back to the board it lies in. */
export function comesBack(board: Board, square: number): boolean {
  const [home, sent] = [boardOf(square), cellOf(square)];
  return sent !== home && board.cells[squareAt(sent, home)] === "." && board.owners[sent] === ".";
}

/** O's answer in the board it was sent to: it leads the learner back to `home`. */
export function answer(after: Board, home: number): number {
  const back = after.legal.filter((square) => cellOf(square) === home);
  return back[0] ?? after.legal[0]!;
}

/** Where O leads to with its first answer: back where the learner began; elsewhere if that was sent to itself. */
export function homeAfter(first: number): number {
  const [board, cell] = [boardOf(first), cellOf(first)];
  return board !== cell ? board : board === 4 ? 0 : 4;
}

/** The cell that the learner is asked to play in `home`: the middle first, which has a line with every other. */
export function cellToAskFor(board: Board, home: number): number {
  const order = [4, 0, 2, 6, 8, 1, 3, 5, 7];
  const free = order.filter((cell) => board.legal.includes(squareAt(home, cell)) && comesBack(board, squareAt(home, cell)));
  return free[0]!;
}

/** Whether a move does what its step asks for; `more` if it is on the way there. */
export function judge(step: StepName, before: Board, square: number, after: Board, asked: number): "done" | "more" | "almost" {
  if (step === "place") return "done";
  if (step === "send") return cellOf(square) === asked ? "done" : "almost";
  if (before.owners[boardOf(square)] !== after.owners[boardOf(square)]) return "done";
  return comesBack(before, square) ? "more" : "almost";
}
