// @vitest-environment node
/** A move tried again is judged by what it gives up. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Core } from "../engine/core";
import type { Axes } from "../lib/messages";
import type { Proven } from "./judgement";
import { Retry } from "./retry";
import { countOf, lessonsOf, nextFault, settled, type Looker, type Review, type ReviewedMove } from "./review";

const axes = { release: "decided", free_move: "undecided", ownership: "first", ending: "decided", tie_break: "draw" } as const;

/** The verdict on a move of a player who could expect so much, where the other then can expect so much. */
async function verdict(before: number, share: number, proven: Proven | null): Promise<string> {
  const rules = await Core.open(await WebAssembly.compile(readFileSync(new URL("../engine/core.wasm", import.meta.url))));
  const line = { squares: [36], share, proven, distance: 4, depth: 4 };
  const engine = { sameLines: () => Promise.resolve({ lines: [line] }) } as unknown as Looker;
  const score = { player: "X", share: before, proven: null, distance: null } as const;
  const move = { ply: 0, player: "X", square: 0, best: 8, before: score, after: score } as unknown as ReviewedMove;
  const retry = new Retry(move, { axes: axes as Axes, moves: [] }, engine, rules);
  return (await retry.try(40))!.kind;
}

test("what gives up hardly anything is good, and never a step into a proven loss", async () => {
  expect(await verdict(0.5, 0.53, null)).toBe("good");
  expect(await verdict(0.5, 0.6, null)).toBe("wrong");
  expect(await verdict(0.03, 1, null)).toBe("good");
  expect(await verdict(0.03, 1, "win")).toBe("wrong");
});

test("the move that was played, and the best one, are known without a search; of a won position nothing less is good", async () => {
  const rules = await Core.open(await WebAssembly.compile(readFileSync(new URL("../engine/core.wasm", import.meta.url))));
  const asked: unknown[] = [];
  const line = { squares: [36], share: 0.02, proven: null, distance: 4, depth: 4 };
  const engine: Looker = {
    sameLines: (place, limits, fresh) => {
      asked.push([place.moves, limits.lines, fresh]);
      return Promise.resolve({ lines: [line], nodes: 0, seconds: 0 } as never);
    },
  };
  const retrying = (share: number, proven: Proven | null): Retry => {
    const score = { player: "X", share, proven, distance: proven && 3 } as const;
    const move = { ply: 2, player: "X", square: 4, best: 1, before: score, after: score } as unknown as ReviewedMove;
    return new Retry(move, { axes: axes as Axes, moves: [40, 36, 4, 44] }, engine, rules);
  };
  const one = retrying(0.99, null);
  expect([await one.try(4), await one.try(1), asked]).toEqual([{ kind: "played" }, { kind: "best" }, []]);
  expect([one.board().ply, one.board([1]).ply, one.board([1]).last]).toEqual([2, 3, 1]);
  expect([(await one.try(5))!.kind, asked]).toEqual(["good", [[[40, 36, 5], 1, false]]]);
  expect((await retrying(0.98, null).try(5))!.kind, "it keeps all that there was").toBe("best");
  expect(await retrying(1, "win").try(5)).toMatchObject({ kind: "wrong", reply: 36 });
});

test("a move that ends the game is judged by how it ended, without a search", async () => {
  const rules = { turnTo: () => undefined, board: () => ({ turn: "O", result: { winner: "X" } }), reasons: () => [] } as unknown as Core;
  const engine: Looker = { sameLines: () => Promise.reject(new Error("never asked")) };
  const score = { player: "X", share: 0.9, proven: null, distance: null } as const;
  const move = { ply: 0, player: "X", square: 0, best: 8, before: score, after: score } as unknown as ReviewedMove;
  expect(await new Retry(move, { axes: axes as Axes, moves: [] }, engine, rules).try(40)).toEqual({ kind: "best" });
});

/** Moves of X and O in turn, judged as they are named. */
const reviewOf = (...judgements: ReviewedMove["judgement"][]): Review => ({
  moves: judgements.map((judgement, ply) => ({ ply, player: ply % 2 === 0 ? "X" : "O", judgement }) as ReviewedMove),
  curve: [],
});

test("the next fault is behind what is shown, and after the last comes the first", () => {
  const found = reviewOf("best", "inaccuracy", "good", "blunder");
  expect([0, 1, 2, 3, 4].map((shown) => nextFault(found, shown)!.ply)).toEqual([1, 1, 3, 3, 1]);
  expect(nextFault(reviewOf("best", "good"), 0)).toBeNull();
});

test("one learns from one's own mistakes and blunders, not from inaccuracies", () => {
  const found = reviewOf("mistake", "blunder", "inaccuracy", "mistake", "blunder", "good");
  const plies = (...sides: ("X" | "O")[]): number[] => lessonsOf(found, sides).map(({ ply }) => ply);
  expect([plies("X"), plies("O"), plies("X", "O"), plies()]).toEqual([[0, 4], [1, 3], [0, 1, 3, 4], []]); // prettier-ignore
  expect([countOf(found, "X", "mistake"), countOf(found, "O", "mistake"), countOf(found, "O", "inaccuracy")]).toEqual([1, 1, 0]);
});

test("a game that is over is worth what it came to", () => {
  expect([settled("O"), settled(null)]).toEqual([
    { player: "O", share: 1, proven: "win", distance: 0 },
    { player: "X", share: 0.5, proven: "draw", distance: 0 },
  ]);
});
