/** How a game in this page is kept when it begins: which rules, whose sides, from where, and which games are for the server. */

import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Core, sumOf } from "../engine/core";
import type { About } from "../lib/messages";
import { ABOUT } from "../lib/offered";
import { beginHere, playOn } from "./begin";
import type { Kept } from "./entries";

const here = vi.hoisted((): { kept: unknown[][]; room: number; rules: unknown; about: unknown } => ({
  ...{ kept: [], room: 0, rules: null, about: null },
}));
vi.mock("./computer", () => ({ openReferee: () => Promise.resolve(here.rules) }));
vi.mock("./store", () => ({
  keepGame: (...given: unknown[]) => Promise.resolve(here.kept.push(given) > 0),
  makeRoom: () => {
    here.room = here.kept.length; // room is made for what is there already
    return Promise.resolve();
  },
}));
vi.mock("../lib/about.svelte", () => ({ knownAbout: () => here.about }));

beforeAll(async () => {
  const wasm = new URL("src/engine/core.wasm", `file://${(globalThis as never as { process: { cwd(): string } }).process.cwd()}/`);
  const core = await Core.open(await WebAssembly.compile(readFileSync(wasm)));
  here.rules = {
    boardAt: (place: never) => {
      core.turnTo(place);
      return core.board();
    },
  };
});
beforeEach(() => Object.assign(here, { kept: [], room: 0, about: null }));
const [MODERN, CLASSIC] = ABOUT.modes;
const kept = (): Kept => here.kept[0]![0] as Kept;

test("it is kept as a new one under its id, with its first moves, and then makes room", async () => {
  const id = await beginHere({ opponent: "computer", side: "O", level: "keen", mode: "classic", swap: true }, [40, 36]);
  expect([kept().id, here.kept.length, here.kept[0]![1], here.room]).toEqual([id, 1, null, 1]);
  expect(kept().beginning).toMatchObject({ mode: "classic", axes: CLASSIC!.axes, swap: true, X: { level: "keen" }, O: { id: "here" } });
  expect(kept().entries).toMatchObject([
    { kind: "move", side: "X", square: 40 },
    { kind: "move", side: "O", square: 36 },
  ]);
  expect(kept().summary).toMatchObject({ id, ply: 2, turn: "X", state: "playing", updated_at: kept().beginning.created_at });
});

test.each([
  [{}, MODERN!.name, MODERN!.axes],
  [{ mode: "modern", tie_break: "boards" }, "modern", { ...MODERN!.axes, tie_break: "boards" }],
  [{ mode: "own:release=full,free_move=unfilled" }, "own", { release: "full", free_move: "unfilled" }],
] as const)("the wish %j is played as %s", async (wish, mode, axes) => {
  await beginHere({ opponent: "same-device", ...wish }, []);
  expect(kept().beginning).toMatchObject({ mode, axes });
});

test("a wish without mode and level takes those that the server offers first", async () => {
  here.about = { ...ABOUT, modes: [CLASSIC], default_level: "full" };
  await beginHere({ opponent: "computer" }, []);
  const { mode, X, O } = kept().beginning;
  expect([mode, X.level ?? O.level]).toEqual(["classic", "full"]);
});

test("a variant that only the server judges by a network is the server's, but for two at one device", async () => {
  here.about = { ...ABOUT, own_networks: [sumOf(CLASSIC!.axes)] } satisfies About;
  expect(await beginHere({ opponent: "computer", mode: "classic" }, [])).toBeNull();
  expect(await beginHere({ opponent: "computer", mode: "own:ending=full" }, []), "what does not fit together").toBeNull();
  expect(here.kept).toEqual([]);
  expect(await beginHere({ opponent: "same-device", mode: "classic" }, [])).toBe(kept().id);
  expect(await beginHere({ opponent: "computer", mode: "modern" }, [])).not.toBeNull();
});

test("a game that goes on from a position begins there, with the moves since, against the level that was chosen", async () => {
  const from = { cells: `${".".repeat(40)}X${".".repeat(40)}`, owners: ".........", turn: "O", target: 4 } as const;
  const id = await playOn({ mode: CLASSIC!, from, moves: [36] }, "O", "full");
  expect(kept().beginning).toMatchObject({ id, from, mode: "classic", opponent: "computer", X: { level: "full" }, O: { id: "here" } });
  expect([kept().entries, kept().summary.turn]).toMatchObject([[{ side: "O", square: 36 }], "X"]);
});
