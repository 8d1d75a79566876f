/** What the tests of the board read off the page, and the positions they stand on (from tests/support/board_cases.py). */

import type { Axes, Board as BoardMessage } from "../lib/messages";
import { viewOf } from "../lib/view";
import data from "./cases.json";
import { NINE } from "./geometry";
import type { BoardView } from "./view";

export const AXES = data.axes as Record<string, Axes>;
export const CASES = data.cases as unknown as { mode: string; name: string; before: BoardMessage; board: BoardMessage }[];

export const cell = (square: number): HTMLElement => document.querySelector<HTMLElement>(`[data-square="${square}"]`)!;

/** All 81 at once, by their number: looking each up would walk the whole page 81 times. */
export function cells(): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>(".cell")];
  return all.sort((a, b) => Number(a.getAttribute("data-square")) - Number(b.getAttribute("data-square")));
}

export const board = (number: number): HTMLElement => document.querySelector<HTMLElement>(`[data-board="${number}"]`)!;
export const boardsWith = (name: string): number[] => NINE.filter((number) => board(number).classList.contains(name));

export function viewOfCase(mode: string, name: string, which: "board" | "before" = "board"): BoardView {
  const found = CASES.find((one) => one.mode === mode && one.name === name);
  if (!found) throw new Error(`no case ${mode}: ${name}`);
  return viewOf(found[which], AXES[mode]!);
}
