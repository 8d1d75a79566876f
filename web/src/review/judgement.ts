/**
 * What a move did to its player's prospects, and how well a game was played: the formulas of
 * `ninefold/analysis/judgement.py`, and nothing else. `tests/vectors/judgements.json` ties the two together.
 */

import { other } from "../board/geometry";
import type { Side } from "../lib/messages";

export type Proven = "win" | "draw" | "loss";
/** Best first. */
export const JUDGEMENTS = ["best", "good", "inaccuracy", "mistake", "blunder"] as const;
export type Judgement = (typeof JUDGEMENTS)[number];
/** How a record marks them. */
export const MARKS: Partial<Record<Judgement, string>> = { inaccuracy: "?!", mistake: "?", blunder: "??" };
export const isFault = (judgement: Judgement): boolean => MARKS[judgement] !== undefined;

/** A player's prospects: the share of the point, from 0 to 1, or a proven result with its distance in moves. */
export interface Score {
  readonly player: Side;
  readonly share: number;
  readonly proven: Proven | null;
  readonly distance: number | null;
}

/** A move beside the best one. `only`: one move alone kept what there was. */
export interface Weighed {
  readonly before: Score;
  readonly after: Score;
  readonly best: number;
  readonly judgement: Judgement;
  readonly only: boolean;
}

const INACCURACY = 0.05;
const MISTAKE = 0.1;
const BLUNDER = 0.15;
const ALL_BUT_DECIDED = 0.976;
const NEARLY_DECIDED = 0.93;
const TOLERANCE = 1e-9;
const ONLY = 0.1;
const TURNING_POINTS = 3;
const TELLING = 0.05;
const TURNED = { win: "loss", draw: "draw", loss: "win" } as const;

/** The same score from a player's point of view. */
export function scoreFor(player: Side, score: Score): Score {
  if (player === score.player) return score;
  return { player: other(score.player), share: 1 - score.share, proven: score.proven && TURNED[score.proven], distance: score.distance };
}

/** What a move lost of its player's expected score, from 0 to 1. */
export function drop(before: Score, after: Score): number {
  return Math.max(0, before.share - scoreFor(before.player, after).share);
}

/** A move by what its player could expect before it, with the best move, and after it. */
export function judge(before: Score, later: Score): Judgement {
  const after = scoreFor(before.player, later);
  const lost = drop(before, after);
  if (before.proven !== null && after.proven === before.proven) return "best";
  if (before.proven === "win" || (after.proven === "loss" && lost > 0)) return judgeLetGo(before, after);
  return lost <= TOLERANCE ? "best" : judgeDrop(lost);
}

function judgeDrop(lost: number): Judgement {
  if (lost < INACCURACY - TOLERANCE) return "good";
  if (lost < MISTAKE - TOLERANCE) return "inaccuracy";
  return lost < BLUNDER - TOLERANCE ? "mistake" : "blunder";
}

/** A proven win that is proven no more, or a step into a proven loss. */
function judgeLetGo(before: Score, after: Score): Judgement {
  const still = before.proven === "win" ? after.share : 1 - before.share;
  if (after.proven === "draw" || still < NEARLY_DECIDED) return "blunder";
  return still >= ALL_BUT_DECIDED ? "inaccuracy" : "mistake";
}

/** Judge a move by the best lines before it, best first, and the score of the position that it led to. */
export function weigh(square: number, lines: readonly (readonly [number, Score])[], following: Score): Weighed {
  let [best, before] = lines[0]!;
  const after = oneMoveLonger(scoreFor(before.player, following));
  if (square === best && before.proven === null && after.proven === null) before = after;
  else if (isBetter(after, before)) [best, before] = [square, after];
  const second = lines[1]?.[1].share;
  const only = second !== undefined && lines[0]![1].share - second >= ONLY;
  return { before, after, best, judgement: judge(before, after), only };
}

const oneMoveLonger = (score: Score): Score => (score.distance === null ? score : { ...score, distance: score.distance + 1 });

const isBetter = (score: Score, than: Score): boolean =>
  score.share === than.share ? score.proven !== null && than.proven === null : score.share > than.share;

/**
 * Whether a move is blamed only because one side of it is proven and the other is not yet: a win that is not proven a move
 * later may still be one; what is lost now may have been so before.
 */
export function isDoubtful(before: Score, after: Score): boolean {
  if (!isFault(judge(before, after)) || (before.proven === null) === (after.proven === null)) return false;
  return before.proven === "win" || after.proven === "loss";
}

/** Which moves mattered: the three that lost most, in the order of the game. */
export function turningPoints(moves: readonly { readonly judgement: Judgement; readonly lost: number }[]): number[] {
  const telling = moves.map((move, at) => ({ ...move, at })).filter(({ judgement, lost }) => isFault(judgement) && lost > TELLING);
  const dearest = telling.sort((one, two) => two.lost - one.lost).slice(0, TURNING_POINTS);
  return dearest.map(({ at }) => at).sort((one, two) => one - two);
}

/** How well a move was played, from 0 to 100, by the points of 100 that it lost. */
export const moveAccuracy = (points: number): number => clamp(103.1668 * Math.exp(-0.0435442 * points) - 2.1669, 0, 100);

/**
 * How well a player played, from 0 to 100; null without a move. `curve` is X's expected score in every position, `drops`
 * are the player's moves: the position each was played in, and what it lost.
 */
export function gameAccuracy(curve: readonly number[], drops: readonly (readonly [number, number])[]): number | null {
  if (drops.length === 0) return null;
  const weights = weightsOf(curve);
  const moves = drops.map(([ply, lost]) => ({ weight: weights[ply]!, accuracy: moveAccuracy(100 * lost) }));
  const mean = sum(moves.map(({ weight, accuracy }) => weight * accuracy)) / sum(moves.map(({ weight }) => weight));
  const harmonic = moves.length / sum(moves.map(({ accuracy }) => 1 / Math.max(1, accuracy)));
  return (mean + harmonic) / 2;
}

/** For each move of a game, how much the expected score swings around it. */
function weightsOf(curve: readonly number[]): number[] {
  const percents = curve.map((share) => 100 * share);
  const size = clamp(Math.floor((curve.length - 1) / 10), 2, 8);
  const first = Array.from({ length: size - 2 }, () => percents.slice(0, size));
  const rest = Array.from({ length: curve.length - size + 1 }, (_, at) => percents.slice(at, at + size));
  return [...first, ...rest].map((window) => clamp(deviation(window), 0.5, 12));
}

function deviation(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / values.length);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
