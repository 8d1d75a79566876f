// @vitest-environment node
import { expect, it } from "vitest";
import { speakFurther } from "../lib/i18n/index.svelte";
import type { Proven } from "./judgement";
import type { ReviewedMove } from "./review";
import { momentText } from "./words";

const score = (proven: Proven | null, distance: number | null) =>
  ({ player: "O", share: proven === "loss" ? 0 : 0.5, proven, distance }) as const;
const move = (changes: Partial<ReviewedMove>): ReviewedMove => ({
  ply: 7,
  player: "O",
  square: 40,
  before: score(null, null),
  after: score(null, null),
  best: 40,
  line: [40],
  lost: 0,
  judgement: "best",
  only: false,
  reasons: [],
  ...changes,
});

it("counts the moves that are left once the move is played", async () => {
  await speakFurther();
  const lost = move({ judgement: "blunder", best: 41, after: score("loss", 2) });
  expect(momentText(lost, [])).toContain("Now: X wins in 1 move.");
});

it("says of the last move that it has won", async () => {
  await speakFurther();
  expect(momentText(move({ after: score("win", 1) }), [])).toContain("Now: O has won.");
});
