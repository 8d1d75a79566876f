// @vitest-environment node
/** A move tried again is judged by what it gives up. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Core } from "../engine/core";
import type { Axes } from "../lib/messages";
import type { Proven } from "./judgement";
import { Retry } from "./retry";
import type { Looker, ReviewedMove } from "./review";

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
