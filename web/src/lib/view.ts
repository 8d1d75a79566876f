/** From the server's messages to what the board draws. */

import type { Player } from "../board/geometry";
import type { BoardView } from "../board/view";
import type { Axes, Board, Result } from "./messages";

export function viewOf(board: Board, axes: Pick<Axes, "captured_stay_open">, result: Result | null = board.result): BoardView {
  return {
    cells: board.cells,
    owners: board.owners,
    turn: board.turn,
    legal: result ? [] : board.legal,
    sends: new Map(board.legal.map((square, place) => [square, board.sends[place] ?? []])),
    last: board.last,
    over: result !== null,
    line: result?.boards ?? [],
    held: result ? null : board.held,
    capturedStayOpen: axes.captured_stay_open,
  };
}

/** The view with a move drawn that the server has not answered yet; the board is locked until it does. */
export function withMoveUnderway(view: BoardView, square: number): BoardView {
  const cells = view.cells.slice(0, square) + view.turn + view.cells.slice(square + 1);
  return { ...view, cells, last: square, legal: [], held: null, sends: new Map() };
}

/** What a move changed about who owns what, by comparing two positions. */
export interface Change {
  readonly board: number;
  readonly kind: "capture" | "steal" | "dead";
  readonly by: Player | null;
}

export function ownerChange(before: string, after: string, square: number): Change | null {
  const board = Math.floor(square / 9);
  const [old, now] = [before[board], after[board]];
  if (old === now) return null;
  if (now === "-") return { board, kind: "dead", by: null };
  if (now !== "X" && now !== "O") return null;
  return { board, kind: old === "X" || old === "O" ? "steal" : "capture", by: now };
}
