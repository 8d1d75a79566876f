// @vitest-environment node
import { expect, test } from "vitest";
import type { Core, Engine, Place } from "../engine/engine";
import type { Axes } from "../lib/messages";
import { Attempt } from "./attempt";
import { rated, START } from "./glicko";
import { dailyOf, dayOf, MODES, modeOfDay, shelfOf, type Puzzle } from "./shelf";
import { countDay, countTry, tally } from "./tally.svelte";

test("Glicko-2 as the paper's example has it", () => {
  const games = [
    { against: 1400, deviation: 30, score: 1 },
    { against: 1550, deviation: 100, score: 0 },
    { against: 1700, deviation: 300, score: 0 },
  ];
  const after = rated({ rating: 1500, deviation: 200, volatility: 0.06 }, games, 0.5);
  expect(after.rating).toBeCloseTo(1464.06, 1);
  expect(after.deviation).toBeCloseTo(151.52, 1);
  expect(after.volatility).toBeCloseTo(0.05999, 4);
});

test("a rating goes up with what is solved, and settles", () => {
  let mine = START;
  for (let n = 0; n < 40; n += 1) mine = rated(mine, [{ against: 1500, deviation: 80, score: 1 }]);
  expect(mine.rating).toBeGreaterThan(1900);
  expect(mine.deviation).toBeLessThan(200);
  const lost = rated(mine, [{ against: 1000, deviation: 80, score: 0 }]);
  expect(lost.rating).toBeLessThan(mine.rating);
  expect(Number.isFinite(lost.volatility)).toBe(true);
  const shock = rated(START, [{ against: 800, deviation: 80, score: 0 }]);
  expect(START.rating - shock.rating).toBe(350);
});

test("every mode has its day, and a day has one puzzle", async () => {
  const day = dayOf(Date.UTC(2026, 10, 18));
  expect(day).toBe(739_938);
  expect(new Set(Array.from({ length: MODES.length }, (_, n) => modeOfDay(day + n))).size).toBe(MODES.length);
  const shelf = await shelfOf(modeOfDay(day));
  expect(dailyOf(day, shelf)).toBe(dailyOf(day, shelf));
  expect(Object.keys(dailyOf(day, shelf))).not.toContain("solution");
});

test("only a puzzle's first try counts, and a mistake ends a row", () => {
  const puzzle = (name: string): Puzzle => ({ name, rating: 1500 }) as Puzzle;
  expect(countTry(puzzle("a"), true)).toBeGreaterThan(0);
  expect(countTry(puzzle("a"), false)).toBe(0);
  countTry(puzzle("b"), true);
  expect([tally.streak, tally.best]).toEqual([2, 2]);
  expect(countTry(puzzle("c"), false)).toBeLessThan(0);
  countTry(puzzle("d"), true);
  expect([tally.streak, tally.best]).toEqual([1, 2]);
});

test("a day counts once, and a missed one ends a row of days", () => {
  const rows = [10, 10, 11, 13, 14].map((day) => {
    countDay(day);
    return tally.days;
  });
  expect(rows).toEqual([1, 1, 2, 1, 2]);
});

type Winner = "X" | "O" | "draw" | null;
/** An attempt at a puzzle for X, with an engine to which the first square proves as it is told, and any other as lost. */
function attempt(result: "win" | "draw", winner: Winner, steps = 1, over = false): Attempt {
  let place: Place | null = null;
  const engine = {
    prove: ({ moves }: Place) => Promise.resolve({ winner: moves.at(-1) === 1 ? winner : "O" }),
    lines: () => Promise.resolve({ lines: [{ squares: [7, 8, 9, 10, 11] }] }),
  };
  const rules = {
    turnTo: (to: Place) => (place = to),
    board: () => ({ legal: [1, 2], result: over && place!.moves.length > 1 ? { winner: "X" } : null }),
    reasons: () => ["misses-win", "lets-win"],
  };
  const puzzle = { name: "p", result, steps, turn: "X", cells: "", owners: "", target: null } as unknown as Puzzle;
  return new Attempt(puzzle, {} as Axes, engine as unknown as Engine, rules as unknown as Core);
}

test.each<["win" | "draw", Winner, string]>([
  ["win", "X", "solved"],
  ["win", "draw", "wrong"],
  ["win", "O", "wrong"],
  ["win", null, "solved"],
  ["draw", "X", "solved"],
  ["draw", "draw", "solved"],
  ["draw", "O", "wrong"],
  ["draw", null, "solved"],
])("where there is a %s to keep, a move after which %s wins is %s", async (result, winner, kind) => {
  const one = attempt(result, winner);
  const answer = await one.play(1);
  // To refute a move the right one is looked for: where none is, nothing is said.
  expect(answer?.kind ?? "wrong").toBe(kind);
  expect(one.left).toBe(kind === "solved" ? 0 : 1);
});

test("of several moves the first is right, is answered, and leaves one less; an end that comes sooner solves it, too", async () => {
  const one = attempt("win", "X", 2);
  expect([await one.play(1), one.left]).toEqual([{ kind: "right" }, 1]);
  expect(await one.play(1)).toEqual({ kind: "solved" });
  expect(await attempt("win", "X", 2, true).play(1), "the answer has ended the game").toEqual({ kind: "solved" });
});

test("a wrong move is answered by three moves and a reason about itself, and changes nothing", async () => {
  const one = attempt("win", "X", 2);
  expect(await one.play(2)).toEqual({ kind: "wrong", line: [2, 7, 8, 9], reason: "lets-win" });
  expect([one.left, await one.find(), await one.find(false)]).toEqual([2, 1, 2]);
});
