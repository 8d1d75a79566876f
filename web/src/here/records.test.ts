// @vitest-environment node
/** All games of this browser as records: those in which somebody moved, the newest first, each as it stands now. */

import { readFileSync } from "node:fs";
import { beforeAll, expect, test, vi } from "vitest";
import { Core } from "../engine/core";
import { ABOUT } from "../lib/offered";
import { beginningOf } from "./begin";
import type { Entry, Kept } from "./entries";
import { recordsHere } from "./records";

const here = vi.hoisted((): { kept: unknown[]; rules: unknown } => ({ kept: [], rules: null }));
vi.mock("./store", () => ({ allKept: () => Promise.resolve(here.kept) }));
vi.mock("./computer", () => ({ openReferee: () => Promise.resolve(here.rules) }));

beforeAll(async () => {
  const core = await Core.open(await WebAssembly.compile(readFileSync(new URL("../engine/core.wasm", import.meta.url))));
  here.rules = {
    boardAt: (place: never) => {
      core.turnTo(place);
      return core.board();
    },
  };
});

const move = (side: "X" | "O", square: number, at: number): Entry => ({ kind: "move", side, square, spent: 0, left: null, at });
function kept(id: string, ...entries: Entry[]): Kept {
  const names = [`Ann ${id}`, `Ben ${id}`] as [string, string];
  const beginning = { ...beginningOf({ opponent: "same-device", names, swap: true }, ABOUT.modes[0]!, "casual"), id };
  return { id, beginning, entries } as unknown as Kept;
}

test("a game without a move has none, and the others are told as they stand", async () => {
  const swapped = kept("b", move("X", 40, 1), { kind: "swap", side: "O", left: null, at: 2 });
  const takenBack = kept("d", move("X", 40, 1), { kind: "takeback", side: "X", count: 1, left: null, swap: false, at: 2 });
  here.kept = [kept("a", move("X", 0, 1), move("O", 8, 2)), kept("c"), swapped, takenBack];
  const records = await recordsHere();
  expect(records.map((record) => /Game "(.*)"/.exec(record)![1])).toEqual(["a", "b"]);
  expect(records.map((record) => [/\[X "(.*)"/.exec(record)![1], /\[Swap "(.*)"/.exec(record)![1]])).toEqual([
    ["Ann a", "declined"],
    ["Ben b", "taken"],
  ]);
  expect(records[0]).toContain("1. 11 19");
});
