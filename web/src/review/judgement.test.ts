// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Axes, Side } from "../lib/messages";
import { shareOf } from "../engine/networks";
import { HAND_SCALE } from "../engine/facts";
import {
  drop,
  gameAccuracy,
  judge,
  moveAccuracy,
  scoreFor,
  turningPoints,
  weigh,
  type Judgement,
  type Proven,
  type Score,
} from "./judgement";

type Row = [number, Proven | null, (number | null)?];
/** What Python answers: tests/support/judgement_vectors.py. */
interface Vectors {
  expected_score: { score: number; scale: number; share: number }[];
  moves: { before: Row; after: Row; judgement: Judgement }[];
  move_accuracy: [number, number][];
  game_accuracy: { curve: number[]; drops: [number, number][]; accuracy: number | null }[];
  games: {
    mode: string;
    looks: { turn: Side; square: number; lines: [number, ...Row][] }[];
    end: Row;
    moves: { before: Row; after: Row; best: number; judgement: Judgement; only: boolean }[];
    curve: number[];
    accuracy: Record<Side, number | null>;
    turning_points: number[];
  }[];
}
const vectors = JSON.parse(readFileSync(new URL("../../../tests/vectors/judgements.json", import.meta.url), "utf8")) as Vectors;
const DIGITS = 7;
const score = (player: Side, [share, proven, distance = null]: Row): Score => ({ player, share, proven, distance });

it.each(vectors.expected_score)("a score of $score on the scale $scale is worth $share", ({ score: units, scale, share }) => {
  const release = Object.entries(HAND_SCALE).find(([, value]) => value === scale)?.[0] ?? "";
  expect(shareOf(units, { release } as Axes, true)).toBeCloseTo(share, DIGITS);
});

it.each(vectors.moves)("from $before to $after: $judgement", ({ before, after, judgement }) => {
  expect(judge(score("O", before), score("O", after))).toBe(judgement);
  expect(judge(score("O", before), scoreFor("X", score("O", after)))).toBe(judgement);
});

it.each(vectors.move_accuracy)("a move that loses %f of 100", (points, accuracy) => {
  expect(moveAccuracy(points)).toBeCloseTo(accuracy, DIGITS);
});

it.each(vectors.game_accuracy)("the accuracy of $drops", ({ curve, drops, accuracy }) => {
  expect(gameAccuracy(curve, drops)).toBeCloseTo(accuracy!, DIGITS);
});

describe.each(vectors.games)("a game of $mode", ({ looks, end, moves, curve, accuracy, turning_points }) => {
  it("is gone through as in Python", () => {
    let following = score("X", end);
    const shares = [following.share];
    const judged: { judgement: Judgement; lost: number }[] = [];
    for (const [at, { turn, square, lines }] of [...looks.entries()].reverse()) {
      const found = weigh(
        square,
        lines.map(([move, ...row]) => [move, score(turn, row)]),
        following,
      );
      const wanted = moves[at]!;
      expect({ best: found.best, judgement: found.judgement, only: found.only }).toEqual({
        best: wanted.best,
        judgement: wanted.judgement,
        only: wanted.only,
      });
      for (const when of ["before", "after"] as const) {
        const [share, proven, distance] = wanted[when];
        expect(found[when]).toEqual({ player: turn, share: expect.closeTo(share, DIGITS) as number, proven, distance });
      }
      following = found.before;
      shares.unshift(scoreFor("X", following).share);
      judged.unshift({ judgement: found.judgement, lost: drop(found.before, found.after) });
    }
    shares.forEach((share, at) => expect(share).toBeCloseTo(curve[at]!, DIGITS));
    expect(turningPoints(judged)).toEqual(turning_points);
    for (const side of ["X", "O"] as const) {
      const drops = judged.flatMap(({ lost }, at): [number, number][] => (looks[at]!.turn === side ? [[at, lost]] : []));
      expect(gameAccuracy(shares, drops)).toBeCloseTo(accuracy[side]!, DIGITS);
    }
  });
});
