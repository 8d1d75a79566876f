/** Where the 81 squares stand on the 9x9 grid, and where a key press leads. No rules live here. */

export type Player = "X" | "O";

export const NINE = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

export const boardOf = (square: number): number => Math.floor(square / 9);
export const cellOf = (square: number): number => square % 9;
export const squareAt = (board: number, cell: number): number => 9 * board + cell;

/** A square as people write it: board then cell, both from 1. */
export const squareName = (square: number): string => `${boardOf(square) + 1}${cellOf(square) + 1}`;

export const rowOf = (square: number): number => 3 * Math.floor(boardOf(square) / 3) + Math.floor(cellOf(square) / 3);
export const columnOf = (square: number): number => 3 * (boardOf(square) % 3) + (cellOf(square) % 3);

export function squareOn(row: number, column: number): number {
  const board = 3 * Math.floor(row / 3) + Math.floor(column / 3);
  return squareAt(board, 3 * (row % 3) + (column % 3));
}

export const other = (player: Player): Player => (player === "X" ? "O" : "X");

/** The boards that a set of squares lies on, ascending. */
export function boardsOf(squares: Iterable<number>): number[] {
  return [...new Set([...squares].map(boardOf))].sort((a, b) => a - b);
}

const clamp = (n: number): number => Math.max(0, Math.min(8, n));

const STEPS: Record<string, readonly [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * The square that an arrow, Home or End leads to, or null for any other key. Arrows stop at the edges.
 * On a board turned to face the other player every direction is the opposite one.
 */
export function squareAfterKey(key: string, ctrl: boolean, from: number, turned = false): number | null {
  const [row, column] = [rowOf(from), columnOf(from)];
  const step = STEPS[key];
  if (step) {
    const way = turned ? -1 : 1;
    return squareOn(clamp(row + way * step[0]), clamp(column + way * step[1]));
  }
  if (key !== "Home" && key !== "End") return null;
  const edge = (key === "Home") !== turned ? 0 : 8;
  return squareOn(ctrl ? edge : row, edge);
}

/** The next legal square after (or before) one, round the board in reading order. */
export function nextLegal(legal: readonly number[], from: number, back = false): number | null {
  if (legal.length === 0) return null;
  const ordered = [...legal].sort((a, b) => rowOf(a) - rowOf(b) || columnOf(a) - columnOf(b));
  const place = (square: number): number => 9 * rowOf(square) + columnOf(square);
  if (back) return ordered.findLast((square) => place(square) < place(from)) ?? ordered.at(-1) ?? null;
  return ordered.find((square) => place(square) > place(from)) ?? ordered[0] ?? null;
}
