/** What a review says: of a score, of a move and its mark, why it was worse, and what is told of it in one go. */

import { beforeAll, expect, it } from "vitest";
import { speakFurther, t } from "../lib/i18n/index.svelte";
import type { Side } from "../lib/messages";
import type { Proven } from "./judgement";
import type { Reason, ReviewedMove } from "./review";
import { markedMove, momentText, reasonsText, scoreText } from "./words";

beforeAll(() => speakFurther());

const score = (proven: Proven | null, distance: number | null, share = proven === "loss" ? 0 : 0.5) =>
  ({ player: "O", share, proven, distance }) as const;
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

it("counts the moves that are left once the move is played", () => {
  const lost = move({ judgement: "blunder", best: 41, after: score("loss", 2) });
  expect(momentText(lost, [])).toContain("Now: X wins in 1 move.");
});

it("says of the last move that it has won, or that it is a draw", () => {
  expect(momentText(move({ after: score("win", 1) }), [])).toContain("Now: O has won.");
  expect(momentText(move({ after: score("draw", 1) }), [])).toContain(t("review.draw"));
});

it.each([
  [score(null, null, 0.3), t.bind(null, "review.share", { percent: 70 })],
  [score("win", 3, 1), t.bind(null, "review.winsIn", { player: "O", count: 3 })],
  [score("loss", 3), t.bind(null, "review.winsIn", { player: "X", count: 3 })],
  [score("loss", null), t.bind(null, "review.wins", { player: "X" })],
  [score("draw", 3), t.bind(null, "review.draw", {})],
])("a score is what X can expect, or who wins: %j", (told, text) => expect(scoreText(told)).toBe(text()));

it.each<[Partial<ReviewedMove>, string]>([
  [{}, "55"],
  [{ judgement: "blunder" }, "55??"],
  [{ judgement: "mistake" }, "55?"],
  [{ judgement: "inaccuracy", only: true }, "55?!"],
  [{ only: true }, "55!"],
  [{ only: true, best: 41, judgement: "good" }, "55"],
])("a move with %j is written %s", (changes, text) => expect(markedMove(move(changes))).toBe(text));

const REASONS = [
  { code: "misses-win", board: 0 },
  { code: "lets-capture", board: 4 },
  { code: "sends-badly", board: 8 },
] as const satisfies Reason[];
it.each<[Side[], Side]>([
  [["X"], "O"],
  [["O"], "X"],
  [["X", "O"], "X"],
  [[], "X"],
])("two reasons of three are told to %j of a move by O", (sides) => {
  const them = sides.length === 1 && sides[0] === "X" ? t("remark.you") : t("remark.they", { player: "X" });
  expect(reasonsText(REASONS, "O", sides)).toBe(
    [t("reason.misses-win", { them, board: 1 }), t("reason.lets-capture", { them, board: 5 })].join(" "),
  );
});

it("tells of a fault what changed, why, and what was better, six moves of it at most", () => {
  const line = [0, 1, 2, 3, 4, 5, 6, 7];
  const fault = { judgement: "mistake", best: 0, line, reasons: [REASONS[0]], after: score(null, null, 0.25) } as const;
  const [before, after] = [t("review.share", { percent: 50 }), t("review.share", { percent: 75 })];
  const told = (changes: Partial<ReviewedMove>): string => momentText(move({ ...fault, ...changes }), []);
  expect(told({})).toBe(
    [
      ...[t("review.judged.mistake"), t("review.changed", { before, after })],
      ...[t("reason.misses-win", { them: t("remark.they", { player: "X" }), board: 1 })],
      t("review.better", { line: "11 12 13 14 15 16" }),
    ].join(" "),
  );
  const won = score("win", 2, 1);
  expect(told({ before: won })).toContain(t("review.until", { before: scoreText(won), after }));
  expect(told({ after: score("loss", 5) })).toContain(t("review.changed", { before, after: scoreText(score("loss", 4)) }));
});

it("tells of a good move what stands, and of the only one that it was", () => {
  const plain = momentText(move({ judgement: "good", best: 41, reasons: [REASONS[0]] }), []);
  expect(plain).toBe(`${t("review.judged.good")} ${t("review.now", { score: t("review.share", { percent: 50 }) })}`);
  expect(momentText(move({ only: true }), [])).toContain(t("review.judged.only"));
  expect(momentText(move({ only: true, best: 41, judgement: "good" }), [])).not.toContain(t("review.judged.only"));
});
