/** What a line of the engine is worth, in few signs and in words. */

import { other } from "../board/geometry";
import type { Told } from "../engine/engine";
import { t } from "../lib/i18n/index.svelte";
import type { Board, Side } from "../lib/messages";

type Worth = Pick<Told, "share" | "proven" | "distance">;

/** For the player to move: 62 of 100, or +9, = and −4 where it is proven. */
export function worthSigns({ share, proven, distance }: Worth): string {
  if (proven === "draw") return "=";
  if (proven) return `${proven === "win" ? "+" : "−"}${distance}`;
  return String(Math.round(100 * share));
}

/** The same for somebody who does not see whose move it is. */
export function worthWords({ share, proven, distance }: Worth, turn: Side): string {
  if (proven === "draw") return t("analysis.draws");
  if (proven) return t("analysis.wins", { player: proven === "win" ? turn : other(turn), count: distance });
  const percent = Math.round(100 * share);
  if (percent === 50) return t("analysis.even");
  return t("analysis.ahead", { player: percent > 50 ? turn : other(turn), percent: Math.max(percent, 100 - percent) });
}

/** What X can expect, from 0 to 1; null where nobody has looked. */
export function shareOfX(board: Board, best: Worth | null): number | null {
  if (board.result) return board.result.winner === null ? 0.5 : board.result.winner === "X" ? 1 : 0;
  if (!best) return null;
  return board.turn === "X" ? best.share : 1 - best.share;
}

/** What the squares are worth: by the lines that were looked at longest, and the others, seen at a glance, no better than those. */
export function mergedValues(glance: ReadonlyMap<number, Told>, lines: readonly Told[]): ReadonlyMap<number, Told> {
  const least = Math.min(1, ...lines.map(({ share }) => share));
  const byLine = new Map(lines.map((line) => [line.squares[0]!, line]));
  const capped = (told: Told): Told => (told.proven ? told : { ...told, share: Math.min(told.share, least) });
  return new Map([...glance].map(([square, told]) => [square, byLine.get(square) ?? capped(told)]));
}
