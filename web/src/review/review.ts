/**
 * A game gone through by the engine in this page, as `ninefold/analysis/review.py` does it: so many positions for each move,
 * late ones searched to the end, from the last move to the first. Everybody gets the same review of a game.
 */

import { boardOf, cellOf } from "../board/geometry";
import type { Core, Found, Place, SetUp } from "../engine/engine";
import type { ReasonCode } from "../engine/core";
import type { Axes, Board, Side } from "../lib/messages";
import {
  drop,
  gameAccuracy,
  isDoubtful,
  isFault,
  scoreFor,
  turningPoints,
  weigh,
  type Judgement,
  type Score,
  type Weighed,
} from "./judgement";

/** What the engine may spend on each position. */
export const NODES = 200_000;
/** With so many squares left to play in, a position is searched until its result is proven. */
const ENDGAME = 16;
/** So many times as long is looked where only one side of a move is proven, and it would be blamed. */
const LOOK_AGAIN = 10;
const LINES = 2;
const LONGEST_LINE = 8;

/** A game as far as a review needs it: the moves from the start, or from a position that was set up. */
export interface Played {
  readonly axes: Axes;
  readonly moves: readonly number[];
  readonly from?: SetUp;
}

export interface Reason {
  readonly code: ReasonCode;
  readonly board: number;
}

export interface ReviewedMove extends Weighed {
  readonly ply: number;
  readonly player: Side;
  readonly square: number;
  /** The best line. */
  readonly line: readonly number[];
  readonly lost: number;
  /** Why it is worse than the best, where it lost something. */
  readonly reasons: readonly Reason[];
}

export interface Review {
  readonly moves: readonly ReviewedMove[];
  /** X's expected score in every position. */
  readonly curve: readonly number[];
}

/** Who looks at positions: the engine of this page. */
export interface Looker {
  sameLines(place: Place, limits: { nodes?: number; lines: number }, fresh: boolean): Promise<Found | null>;
}

/** What a review can be stopped by, and whom it tells how far it is. */
export interface Manner {
  readonly wanted: () => boolean;
  readonly onprogress: (done: number) => void;
  readonly nodes?: number;
}

/** Go through a game; null if that is no longer wanted. */
export async function review(game: Played, engine: Looker, rules: Core, manner: Manner): Promise<Review | null> {
  const look = lookWith(game, engine, rules, manner);
  const count = game.moves.length;
  const end = await endOf(boardAt(game, rules, count), look);
  if (!end) return null;
  let { score: following, answer } = end;
  const moves: ReviewedMove[] = [];
  const curve = [scoreFor("X", following).share];
  for (let ply = count - 1; ply >= 0; ply -= 1) {
    let found = await look(ply);
    if (!found) return null;
    let move = judged(game, rules, ply, found, following, answer);
    if (isDoubtful(move.before, move.after)) {
      const again = await look(move.before.proven === null ? ply : ply + 1, LOOK_AGAIN);
      if (!again) return null;
      if (move.before.proven === null) found = again;
      else following = again.lines[0]![1];
      move = judged(game, rules, ply, found, following, answer);
    }
    moves.unshift(move);
    [following, answer] = [move.before, move.best];
    curve.unshift(scoreFor("X", following).share);
    manner.onprogress(moves.length);
  }
  return { moves, curve };
}

interface Look {
  readonly player: Side;
  readonly lines: readonly (readonly [number, Score])[];
  readonly line: readonly number[];
}
type Looking = (ply: number, times?: number) => Promise<Look | null>;

function lookWith(game: Played, engine: Looker, rules: Core, { wanted, nodes = NODES }: Manner): Looking {
  let fresh = true;
  return async (ply, times = 1) => {
    if (!wanted()) return null;
    const board = boardAt(game, rules, ply);
    const late = squaresLeft(board, game.axes) <= ENDGAME;
    const found = await engine.sameLines(placeAt(game, ply), late ? { lines: LINES } : { nodes: times * nodes, lines: LINES }, fresh);
    fresh = false;
    if (!found || !wanted()) return null;
    const lines = found.lines.map((told): [number, Score] => [told.squares[0]!, scoreOf(board.turn, told)]);
    return { player: board.turn, lines, line: found.lines[0]!.squares };
  };
}

/** A line's score; the way to a proven draw has no length that means anything. */
export function scoreOf(player: Side, { share, proven, distance }: Found["lines"][number]): Score {
  return { player, share, proven, distance: proven === "win" || proven === "loss" ? distance : null };
}

/** The last position's score and best move, by the rules if they have ended the game. */
async function endOf(board: Board, look: Looking): Promise<{ score: Score; answer: number | null } | null> {
  if (board.result) return { score: settled(board.result.winner ?? null), answer: null };
  const found = await look(board.ply);
  return found && { score: found.lines[0]![1], answer: found.lines[0]![0] };
}

/** The score of a game that is over. */
export function settled(winner: Side | null): Score {
  if (winner === null) return { player: "X", share: 0.5, proven: "draw", distance: 0 };
  return { player: winner, share: 1, proven: "win", distance: 0 };
}

function judged(game: Played, rules: Core, ply: number, found: Look, following: Score, answer: number | null): ReviewedMove {
  const square = game.moves[ply]!;
  const weighed = weigh(square, found.lines, following);
  const line = weighed.best === found.lines[0]![0] ? found.line : [weighed.best];
  const reasons = isFault(weighed.judgement) ? reasonsFor(rules, placeAt(game, ply), square, weighed.best, answer) : [];
  const lost = drop(weighed.before, weighed.after);
  return { ...weighed, ply, player: found.player, square, line: line.slice(0, LONGEST_LINE), lost, reasons };
}

/** Why a square is worse than another, each with the board that it is about. */
export function reasonsFor(rules: Core, place: Place, square: number, better: number, answer: number | null): Reason[] {
  rules.turnTo(place);
  const boardFor = (code: ReasonCode): number => {
    if (code.startsWith("misses-")) return boardOf(better);
    return code.startsWith("lets-") && answer !== null ? boardOf(answer) : cellOf(square);
  };
  return rules.reasons(square, better, answer).map((code) => ({ code, board: boardFor(code) }));
}

export const placeAt = ({ axes, moves, from }: Played, ply: number): Place => ({
  axes,
  moves: moves.slice(0, ply),
  ...(from ? { from } : {}),
});

export function boardAt(game: Played, rules: Core, ply: number): Board {
  rules.turnTo(placeAt(game, ply));
  return { ...rules.board(), ply };
}

/** How many squares can still be played in before the game is over. */
function squaresLeft({ cells, owners }: Board, { captured_stay_open }: Axes): number {
  const open = (square: number): boolean => captured_stay_open || !"XO".includes(owners[boardOf(square)]!);
  return [...cells].filter((cell, square) => cell === "." && open(square)).length;
}

// What is told of a review

export function accuracyOf({ moves, curve }: Review, side: Side): number | null {
  return gameAccuracy(
    curve,
    moves.flatMap(({ player, lost }, at): [number, number][] => (player === side ? [[at, lost]] : [])),
  );
}

export const countOf = ({ moves }: Review, side: Side, judgement: Judgement): number =>
  moves.filter((move) => move.player === side && move.judgement === judgement).length;

/** The moves that mattered. */
export const momentsOf = ({ moves }: Review): ReviewedMove[] => turningPoints(moves).map((at) => moves[at]!);

/** What somebody can learn from: their mistakes and blunders. */
export const lessonsOf = ({ moves }: Review, sides: readonly Side[]): ReviewedMove[] =>
  moves.filter(({ player, judgement }) => sides.includes(player) && (judgement === "mistake" || judgement === "blunder"));

/** The next fault behind a ply that is shown, of anybody; from the last on again from the first. */
export function nextFault({ moves }: Review, shown: number): ReviewedMove | null {
  const faults = moves.filter(({ judgement }) => isFault(judgement));
  return faults.find(({ ply }) => ply + 1 > shown) ?? faults[0] ?? null;
}
