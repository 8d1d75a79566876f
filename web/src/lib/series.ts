/** The score of a series: rematch after rematch, as the person at this page sees it. Kept in this browser. */

import type { Game, Side } from "./messages";
import { endingFor, type Ending } from "./words";

export type Score = Record<Ending, number>;

const KEY = "ninefold-series";
/** So many games are remembered: more than any series has. */
const MOST = 60;

function read(): Record<string, Score> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Score>;
  } catch {
    return {};
  }
}

/** The score with this game, which may be told again; null while the series has only one. */
export function countGame(game: Game, side: Side): Score | null {
  const known = read();
  const before = (game.previous === null ? undefined : known[game.previous]) ?? { won: 0, drawn: 0, lost: 0 };
  const ending = game.result && endingFor(game.result, side);
  const score = ending ? { ...before, [ending]: before[ending] + 1 } : before;
  const newest = Object.entries({ ...known, [game.id]: score }).slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // storage is switched off: the next game begins a series of its own
  }
  return score.won + score.drawn + score.lost > 1 ? score : null;
}
