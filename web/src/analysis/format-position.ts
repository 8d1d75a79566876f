/** A position as one line (`rules/notation.py`). */

import { NINE } from "../board/geometry";
import type { SetUp } from "../engine/core";
import type { Board, Mode } from "../lib/messages";
import { variantWord } from "../lib/variants";

export const setUpOf = ({ cells, owners, turn, target }: Board): SetUp => ({ cells, owners, turn, target });

/** How many moves were made before a position. */
export const pliesBefore = (from: SetUp | null): number => (from ? from.cells.replaceAll(".", "").length : 0);

export function formatPosition(mode: Mode, { cells, owners, turn, target }: SetUp): string {
  const boards = NINE.map((board) => cells.slice(9 * board, 9 * board + 9).replace(/\.+/g, (run) => String(run.length)));
  return [variantWord(mode.name, mode.axes), boards.join("/"), owners, turn, target === null ? "-" : target + 1].join(" ");
}
