/** What somebody has solved in this browser: a rating, how many in a row, on how many days in a row. */

import { PUZZLE_DEVIATION, rated, START, type Rating } from "./glicko";
import type { Puzzle } from "./shelf";

interface Tally {
  rating: Rating;
  streak: number;
  best: number;
  days: number;
  lastDay: number;
  /** Names of puzzles that were tried: only the first try counts. */
  tried: string[];
}

const KEY = "ninefold-puzzles";
const NOTHING: Tally = { rating: START, streak: 0, best: 0, days: 0, lastDay: 0, tried: [] };

function read(): Tally {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Tally>;
    const sound = Array.isArray(kept.tried) && Number.isFinite(kept.rating?.rating) && Number.isFinite(kept.streak);
    return sound ? { ...NOTHING, ...kept } : { ...NOTHING };
  } catch {
    return { ...NOTHING }; // storage is switched off or spoiled: everything works, nothing is remembered
  }
}

export const tally = $state<Tally>(read());

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tally));
  } catch {
    // as above
  }
}

/** The first try at a puzzle is over; later ones change nothing. What it did to the rating is given. */
export function countTry(puzzle: Puzzle, solved: boolean): number {
  if (tally.tried.includes(puzzle.name)) return 0;
  const before = tally.rating.rating;
  tally.rating = rated(tally.rating, [{ against: puzzle.rating, deviation: PUZZLE_DEVIATION, score: solved ? 1 : 0 }]);
  tally.tried.push(puzzle.name);
  tally.streak = solved ? tally.streak + 1 : 0;
  tally.best = Math.max(tally.best, tally.streak);
  keep();
  return tally.rating.rating - before;
}

/** The puzzle of a day is solved. */
export function countDay(day: number): void {
  if (tally.lastDay === day) return;
  tally.days = tally.lastDay === day - 1 ? tally.days + 1 : 1;
  tally.lastDay = day;
  keep();
}
