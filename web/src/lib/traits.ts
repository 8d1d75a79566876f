// Written by `make types` from src/ninefold/words/telling.py: edit that instead.

/** The first whose axis has that value sets a mode apart; with none a captured board `closes`. */
export const TRAITS = [
  ["ownership", "latest", "changes-hands"],
  ["release", "full", "holds"],
  ["free_move", "unfilled", "opens"],
] as const;
