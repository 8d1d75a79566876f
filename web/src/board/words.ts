/** What the board says: to people who look at it and to people who hear it. */

import { t, type Key } from "../lib/i18n/index.svelte";
import { boardOf, cellOf, other } from "./geometry";
import type { BoardView, Refusal } from "./view";

export const placeName = (board: number): string => t(`place.${board}` as Key);

/** One square in words: where it is, what is on it, and what a move there would do. */
export function cellLabel(view: BoardView, square: number, playable: boolean, hint: number | null = null): string {
  const mark = view.cells[square];
  const parts = [t("board.cell", { board: boardOf(square) + 1, cell: cellOf(square) + 1 }), mark === "." ? t("board.empty") : mark!];
  if (view.last === square) parts.push(t("board.last"));
  const owner = view.owners[boardOf(square)]!;
  if (owner === "-") parts.push(t("board.dead"));
  else if (owner !== ".") parts.push(t("board.owned", { player: owner }));
  if (hint === square) parts.push(t("board.hint"));
  if (playable && view.legal.includes(square)) parts.push(t("board.legal"), sendsText(view, square));
  return parts.filter(Boolean).join(", ");
}

/** Where a move sends the opponent, in words; empty when the view does not say. */
export function sendsText(view: BoardView, square: number): string {
  const boards = view.sends.get(square);
  const player = other(view.turn);
  if (boards === undefined) return "";
  if (boards.length === 0) return t("board.ends");
  if (boards.length === 1) return t("board.sends", { player, board: boards[0]! + 1 });
  return t("board.sendsFree", { player });
}

export function refusalText(refusal: Refusal): string {
  switch (refusal.why) {
    case "over":
      return t("refuse.over");
    case "waiting":
      return t("refuse.waiting");
    case "taken":
      return t("refuse.taken", { player: refusal.by });
    case "held":
      return t("refuse.held", { board: refusal.board + 1, place: placeName(refusal.board) });
    case "closed":
      return t("refuse.closed", { board: refusal.board + 1 });
  }
}
