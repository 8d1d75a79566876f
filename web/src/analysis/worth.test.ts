/** What a line is worth is told for whoever reads it: the player to move, or X. */

import { expect, test } from "vitest";
import type { Board } from "../lib/messages";
import { shareOfX, worthSigns } from "./worth";

const board = (turn: "X" | "O", winner?: "X" | "O" | null): Board =>
  ({ turn, result: winner === undefined ? null : { winner } }) as unknown as Board;
const worth = { share: 0.7, proven: null, distance: 0 } as const;

test("the bar shows X's share, whoever is to move", () => {
  expect(shareOfX(board("X"), worth)).toBeCloseTo(0.7);
  expect(shareOfX(board("O"), worth)).toBeCloseTo(0.3);
  expect(shareOfX(board("O"), null)).toBeNull();
  expect((["X", "O", null] as const).map((winner) => shareOfX(board("O", winner), worth))).toEqual([1, 0, 0.5]);
});

test("signs are the mover's", () => {
  const proven = (["win", "draw", "loss"] as const).map((result) => worthSigns({ share: 0.5, proven: result, distance: 4 }));
  expect([worthSigns(worth), ...proven]).toEqual(["70", "+4", "=", "−4"]);
});
