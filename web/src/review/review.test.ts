// @vitest-environment node
/** A review as it goes through a game: what is asked of the engine and in which order, and which board a reason is about. */

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { Core, type Place, type SetUp } from "../engine/core";
import { REASONS } from "../engine/facts";
import type { Axes } from "../lib/messages";
import type { Proven } from "./judgement";
import { accuracyOf, momentsOf, reasonsFor, review, scoreOf, type Looker, type Played, type Review } from "./review";

const axes = {
  ...{ release: "decided", free_move: "undecided", ownership: "first", ending: "decided", tie_break: "draw" },
  ...{ captured_stay_open: false, x_is_known_to_win: false },
} as Axes;
let rules: Core;
beforeAll(async () => {
  rules = await Core.open(await WebAssembly.compile(readFileSync(new URL("../engine/core.wasm", import.meta.url))));
});

test.each([
  ["misses-win", 80, 0],
  ["misses-steal", null, 0],
  ["lets-win", 80, 8],
  ["lets-capture", 65, 7],
  ["lets-capture", null, 4],
  ["gives-free-move", 80, 4],
  ["sends-badly", 80, 4],
] as const)("the reason %s, after the answer %s, is about board %i", (code, answer, board) => {
  const core = { turnTo: vi.fn(), reasons: () => [code] } as unknown as Core;
  // Square 2 would have been better than 58: each leads to another board than it lies in.
  expect(reasonsFor(core, { axes, moves: [] }, 6 * 9 + 4, 2, answer)).toEqual([{ code, board }]);
});

test("every reason is one of a way to win, of the answer, or of where the move leads", () => {
  expect(REASONS.filter((code) => !/^(misses|lets)-/.test(code))).toEqual(["gives-free-move", "sends-badly"]);
});

test("a proven draw has no distance that means anything", () => {
  const line = { squares: [1], share: 0.5, score: 0, distance: 4, depth: 4 };
  const distance = (proven: Proven | null): number | null => scoreOf("X", { ...line, proven }).distance;
  expect((["win", "loss", "draw", null] as const).map(distance)).toEqual([4, 4, null, null]);
});

interface Asked {
  ply: number;
  nodes: number | undefined;
  fresh: boolean;
  lines: number;
}
type Line = [square: number, share: number, proven?: Proven];
/** An engine that knows so much of each position, by how many moves were made; asked again it knows the second. */
function lookerOf(known: Record<number, Line[][]>): { engine: Looker; asked: Asked[] } {
  const asked: Asked[] = [];
  const engine: Looker = {
    sameLines: ({ moves }: Place, { nodes, lines }, fresh) => {
      const before = asked.filter(({ ply }) => ply === moves.length).length;
      asked.push({ ply: moves.length, nodes, fresh, lines });
      const told = known[moves.length]![before] ?? known[moves.length]!.at(-1)!;
      const found = told.map(([square, share, proven]) => ({
        ...{ squares: [square, 7, 8, 9, 10, 11, 12, 13, 14, 15], share, score: 0, proven: proven ?? null, distance: 3, depth: 4 },
      }));
      return Promise.resolve({ lines: found, nodes: 0, seconds: 0 });
    },
  };
  return { engine, asked };
}
const GAME: Played = { axes, moves: [40, 36, 4] };
const always = { wanted: () => true, onprogress: () => undefined };

describe("a review", () => {
  const KNOWN: Record<number, Line[][]> = {
    3: [[[44, 0.4], [43, 0.3]]], // prettier-ignore
    2: [[[1, 0.7], [4, 0.6]]], // prettier-ignore
    1: [[[37, 0.32], [36, 0.1]]], // prettier-ignore
    0: [[[0, 0.75], [40, 0.7]]], // prettier-ignore
  };

  test("goes from the last move to the first, each position once, the first of them with an empty memory", async () => {
    const { engine, asked } = lookerOf(KNOWN);
    const done: number[] = [];
    const found = (await review(GAME, engine, rules, { ...always, onprogress: (count) => done.push(count), nodes: 500 }))!;
    expect(asked).toEqual([3, 2, 1, 0].map((ply) => ({ ply, nodes: 500, fresh: ply === 3, lines: 2 })));
    expect(done).toEqual([1, 2, 3]);
    expect(found.moves.map(({ ply, player, square }) => [ply, player, square])).toEqual([[0, "X", 40], [1, "O", 36], [2, "X", 4]]); // prettier-ignore
    expect(found.curve.map((share) => Number(share.toFixed(2)))).toEqual([0.75, 0.68, 0.7, 0.6]);
    expect(found.moves.map(({ judgement }) => judgement)).toEqual(["inaccuracy", "good", "mistake"]);
    expect(found.moves[2]).toMatchObject({
      best: 1,
      line: [1, 7, 8, 9, 10, 11, 12, 13],
      before: { player: "X", share: 0.7 },
      after: { share: 0.6 },
    });
  });

  test("asks why a fault was one, by the best move instead of it and the best answer to it", async () => {
    const reasons = vi.spyOn(rules, "reasons");
    await review(GAME, lookerOf(KNOWN).engine, rules, always);
    expect(reasons.mock.calls).toEqual([[4, 1, 44], [40, 0, 37]]); // prettier-ignore
    reasons.mockRestore();
  });

  test("takes a move that turns out better than what the engine had found for the best, and for all of its line", async () => {
    const { engine } = lookerOf({ ...KNOWN, 2: [[[1, 0.5], [0, 0.3]]] }); // prettier-ignore
    const found = (await review(GAME, engine, rules, always))!;
    expect(found.moves[2]).toMatchObject({ best: 4, line: [4], judgement: "best", lost: 0, before: { share: 0.6 } });
  });

  test("looks ten times as long where a win is proven no more, and leaves it unblamed if that is found again", async () => {
    const { engine, asked } = lookerOf({ ...KNOWN, 2: [[[1, 1, "win"], [4, 0.9]]], 3: [[[44, 0.05]], [[44, 0, "loss"]]] }); // prettier-ignore
    const found = (await review(GAME, engine, rules, { ...always, nodes: 500 }))!;
    expect(asked.slice(0, 3)).toEqual([
      { ply: 3, nodes: 500, fresh: true, lines: 2 },
      { ply: 2, nodes: 500, fresh: false, lines: 2 },
      { ply: 3, nodes: 5_000, fresh: false, lines: 2 },
    ]);
    expect(found.moves[2]!.judgement).toBe("best");
  });

  test("looks again at the position before where only the loss behind it is proven", async () => {
    const { engine, asked } = lookerOf({ ...KNOWN, 2: [[[1, 0.5], [4, 0.4]], [[1, 0, "loss"], [4, 0, "loss"]]], 3: [[[44, 1, "win"]]] }); // prettier-ignore
    const found = (await review(GAME, engine, rules, { ...always, nodes: 500 }))!;
    expect(asked.slice(1, 3).map(({ ply, nodes }) => [ply, nodes])).toEqual([[2, 500], [2, 5_000]]); // prettier-ignore
    expect([found.moves[2]!.judgement, found.moves[1]!.after.proven]).toEqual(["best", "win"]);
  });

  test("searches to the end where sixteen squares are left or fewer", async () => {
    const limits = async (cells: string, owners: string, more: Partial<Axes> = {}): Promise<number | undefined> => {
      const { engine, asked } = lookerOf({ 0: [[[80, 0.5]]] });
      const from: SetUp = { cells, owners, turn: "X", target: null };
      const fake = { turnTo: () => undefined, board: () => ({ cells, owners, turn: "X", result: null, legal: [80] }) } as unknown as Core;
      await review({ axes: { ...axes, ...more }, moves: [], from }, engine, fake, { ...always, nodes: 500 });
      return asked[0]!.nodes;
    };
    const left = (count: number): string => "X".repeat(81 - count) + ".".repeat(count);
    expect(await limits(left(16), "---------")).toBeUndefined();
    expect(await limits(left(17), "---------")).toBe(500);
    expect(await limits(left(18), ".......-X"), "a captured board is closed").toBeUndefined();
    expect(await limits(left(18), ".......-X", { captured_stay_open: true })).toBe(500);
  });

  test("of nothing that is wanted any more comes to nothing, at whatever step that was said", async () => {
    for (const steps of [0, 1, 2, 5]) {
      const { engine } = lookerOf(KNOWN);
      let left = steps;
      expect(await review(GAME, engine, rules, { ...always, wanted: () => left-- > 0 })).toBeNull();
    }
    const silent = { sameLines: () => Promise.resolve(null) };
    expect(await review(GAME, silent, rules, always)).toBeNull();
  });

  test("of a game that began from a position asks for that position", async () => {
    const from: SetUp = { cells: `${".".repeat(40)}X${".".repeat(40)}`, owners: ".........", turn: "O", target: 4 };
    const places: Place[] = [];
    const engine: Looker = {
      sameLines: (place) => {
        places.push(place);
        return Promise.resolve({
          lines: [{ squares: [36], share: 0.5, score: 0, proven: null, distance: 0, depth: 1 }],
          nodes: 0,
          seconds: 0,
        });
      },
    };
    const found = (await review({ axes, moves: [36], from }, engine, rules, always))!;
    expect(places).toEqual([{ axes, moves: [36], from }, { axes, moves: [], from }]); // prettier-ignore
    expect(found.moves[0]).toMatchObject({ player: "O", square: 36, judgement: "best" });
  });
});

test("what is told of a side is of its own moves, weighed by where in the game they were", () => {
  const move = (player: "X" | "O", lost: number, judgement: string): object => ({ player, lost, judgement });
  const moves = [move("X", 0, "best"), move("O", 0.5, "blunder"), move("X", 0.2, "blunder"), move("O", 0, "best")];
  const found = { moves: moves.map((one, ply) => ({ ...one, ply })), curve: [0.5, 0.5, 1, 0.8, 0.8] } as unknown as Review;
  expect([accuracyOf(found, "X")! > accuracyOf(found, "O")!, accuracyOf({ moves: [], curve: [0.5] }, "X")]).toEqual([true, null]);
  expect(momentsOf(found).map(({ ply }) => ply)).toEqual([1, 2]);
});
