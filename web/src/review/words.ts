/** What a review says: scores, moves and moments as sentences. */

import { other, squareName } from "../board/geometry";
import { sentences, t } from "../lib/i18n/index.svelte";
import type { Side } from "../lib/messages";
import { isFault, MARKS, scoreFor, type Score } from "./judgement";
import type { Reason, ReviewedMove } from "./review";

/** So many reasons are told of a move. */
const MOST_REASONS = 2;
const SHOWN_LINE = 6;

/** Who wins in how many moves, a draw, or what X can expect. */
export function scoreText(score: Score): string {
  if (score.proven === "draw") return t("review.draw");
  const { share, proven, distance } = scoreFor("X", score);
  if (proven === null) return t("review.share", { percent: Math.round(100 * share) });
  const player = proven === "win" ? "X" : "O";
  return distance === null ? t("review.wins", { player }) : t("review.winsIn", { player, count: distance });
}

/** What stands once the move is played. `after` counts that move itself, to be compared with `before`; here it is behind us. */
function nowText({ after }: ReviewedMove): string {
  const distance = after.distance === null ? null : after.distance - 1;
  if (distance !== 0) return scoreText({ ...after, distance });
  const { proven } = scoreFor("X", after);
  return proven === "draw" ? t("review.draw") : t("review.won", { player: proven === "win" ? "X" : "O" });
}

/** A move with its mark, as records write it. */
export const markedMove = (move: ReviewedMove): string => squareName(move.square) + markOf(move);

export function markOf({ judgement, only, square, best }: ReviewedMove): string {
  return MARKS[judgement] ?? (only && square === best ? "!" : "");
}

/** Why a move by `by` is worse than the best, told to whoever sits at this page. */
export function reasonsText(reasons: readonly Reason[], by: Side, mySides: readonly Side[]): string {
  const them = mySides.length === 1 && mySides[0] !== by ? t("remark.you") : t("remark.they", { player: other(by) });
  return sentences(...reasons.slice(0, MOST_REASONS).map(({ code, board }) => t(`reason.${code}`, { them, board: board + 1 })));
}

/** What a move did: its judgement, what it changed, why, and what was better. */
export function momentText(move: ReviewedMove, mySides: readonly Side[]): string {
  const fault = isFault(move.judgement);
  const changed = { before: scoreText(move.before), after: nowText(move) };
  return sentences(
    t(move.only && move.square === move.best ? "review.judged.only" : `review.judged.${move.judgement}`),
    fault ? t(move.before.proven ? "review.until" : "review.changed", changed) : t("review.now", { score: changed.after }),
    fault ? reasonsText(move.reasons, move.player, mySides) : "",
    fault && move.best !== move.square ? t("review.better", { line: move.line.slice(0, SHOWN_LINE).map(squareName).join(" ") }) : "",
  );
}
