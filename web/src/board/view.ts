/** What the board draws. Whoever holds the game fills it in; the board itself knows no rules. */

import { boardOf, type Player } from "./geometry";

export interface BoardView {
  /** All 81 squares, board by board: `X`, `O` or `.`. */
  readonly cells: string;
  /** The owner of each board: `X`, `O`, `-` for a dead board, `.` for none yet. */
  readonly owners: string;
  readonly turn: Player;
  /** The squares that may be played now; none when the game is over. */
  readonly legal: readonly number[];
  /** The board that the player to move is held to; null on a free move and after the end. */
  readonly held: number | null;
  /** The boards that the opponent may play in after each legal square. */
  readonly sends: ReadonlyMap<number, readonly number[]>;
  readonly last: number | null;
  readonly over: boolean;
  /** The three boards that won, if three did. */
  readonly line: readonly number[];
  /** Whether captured boards go on being played in: their cells then stay as readable as any. */
  readonly capturedStayOpen: boolean;
}

export type Refusal =
  | { readonly why: "over" | "waiting" }
  | { readonly why: "taken"; readonly by: Player }
  | { readonly why: "held" | "closed"; readonly board: number };

export const EMPTY_VIEW: BoardView = {
  cells: ".".repeat(81),
  owners: ".".repeat(9),
  turn: "X",
  legal: Array.from({ length: 81 }, (_, square) => square),
  held: null,
  sends: new Map(),
  last: null,
  over: false,
  line: [],
  capturedStayOpen: false,
};

/** Why a square cannot be played, read off the view alone; null if it can. */
export function refusal(view: BoardView, square: number, mayPlay: boolean): Refusal | null {
  if (view.over) return { why: "over" };
  if (!mayPlay) return { why: "waiting" };
  if (view.legal.includes(square)) return null;
  const mark = view.cells[square];
  if (mark === "X" || mark === "O") return { why: "taken", by: mark };
  return view.held !== null && view.held !== boardOf(square)
    ? { why: "held", board: view.held }
    : { why: "closed", board: boardOf(square) };
}
