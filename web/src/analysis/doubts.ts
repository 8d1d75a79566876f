/** Why a position cannot be, in words: what the core says of it (`core/doubts.c`), as `rules/setup.py` says it. */

import { other, squareName } from "../board/geometry";
import type { Doubt } from "../engine/core";
import { t } from "../lib/i18n/index.svelte";

/** Every reason as a sentence; squares that are apart are told together. */
export function doubtTexts(doubts: readonly Doubt[]): string[] {
  const apart = doubts.filter(({ code }) => code === "apart").map(({ one }) => squareName(one));
  return doubts
    .filter(({ code }, n) => code !== "apart" || doubts[n - 1]?.code !== "apart")
    .map((doubt) => textOf(doubt, apart.join(", ")));
}

function textOf({ code, player, board, one, two }: Doubt, moves: string): string {
  const marks = (count: number): string => t("doubt.marks", { count });
  const times = t("doubt.times", { count: one });
  const blanks = {
    player,
    other: other(player),
    board: board + 1,
    cell: board + 1,
    marks: marks(one),
    two,
    times,
    answers: marks(two),
    moves,
  };
  return t(`doubt.${code === "no-owner" && one ? "no-owner.both" : code}`, blanks);
}
