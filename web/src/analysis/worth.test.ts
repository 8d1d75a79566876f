// @vitest-environment node
/** What a line is worth is told for whoever reads it: the player to move, or X. */

import { expect, test } from "vitest";
import type { Told } from "../engine/engine";
import { speakFurther, t } from "../lib/i18n/index.svelte";
import type { Board } from "../lib/messages";
import { mergedValues, shareOfX, worthSigns, worthWords } from "./worth";

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

test("words name whoever stands better, in percent that are more than half", async () => {
  await speakFurther();
  const words = (share: number, turn: "X" | "O"): string => worthWords({ share, proven: null, distance: 0 }, turn);
  expect([words(0.496, "X"), words(0.504, "O")]).toEqual([t("analysis.even"), t("analysis.even")]);
  expect([words(0.506, "X"), words(0.494, "X")]).toEqual(["X", "O"].map((player) => t("analysis.ahead", { player, percent: 51 })));
  expect(words(0.3, "O")).toBe(t("analysis.ahead", { player: "X", percent: 70 }));
  const proven = (["win", "loss", "draw"] as const).map((result) => worthWords({ share: 1, proven: result, distance: 3 }, "O"));
  expect(proven).toEqual([
    t("analysis.wins", { player: "O", count: 3 }),
    t("analysis.wins", { player: "X", count: 3 }),
    t("analysis.draws"),
  ]);
});

test("squares seen at a glance are worth no more than the lines that were looked at longest", () => {
  const told = (square: number, share: number, result: "win" | null = null): Told => ({
    squares: [square],
    share,
    proven: result,
    distance: 1,
    depth: 1,
    score: 0,
  });
  const glance = new Map([told(0, 0.9), told(1, 0.2), told(2, 0.8), told(3, 0.95, "win")].map((one) => [one.squares[0]!, one]));
  const merged = mergedValues(glance, [told(2, 0.6), told(4, 0.5)]);
  expect([...merged].map(([square, { share }]) => [square, share])).toEqual([[0, 0.5], [1, 0.2], [2, 0.6], [3, 0.95]]); // prettier-ignore
  expect([...mergedValues(glance, [])].map(([, { share }]) => share)).toEqual([0.9, 0.2, 0.8, 0.95]);
});
