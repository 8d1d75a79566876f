// @vitest-environment node
import { readFileSync } from "node:fs";
import { env } from "node:process";
import { describe, expect, test, vi } from "vitest";
import type { Axes, Board } from "../lib/messages";
import { Core, sumOf } from "./core";
import { BOOKS, NETWORKS } from "./facts";
import type { Ask, Found, LevelName, Proof } from "./questions";
import { Thinker } from "./thinker";

/** What the native core answers: tests/support/engine_cases.py. */
interface Cases {
  perft: { axes: Axes; depth: number; leaves: number }[];
  boards: { axes: Axes; moves: number[]; board: Board; remarks: string[][]; reasons: string[][] }[];
  searches: { axes: Axes; byHand: boolean; asked: { moves: number[]; nodes: number; lines: number; told: number[][]; looked: number }[] }[];
  proofs: { axes: Axes; moves: number[]; winner: string }[];
  games: { axes: Axes; level: LevelName; seed: number; nodes: number; moves: number[] }[];
}

const MODERN = { release: "decided", free_move: "undecided", ownership: "first", ending: "decided", tie_break: "draw" } as Axes;
const BOARDS = { ...MODERN, tie_break: "boards" } as Axes;
const MANNER = { wanted: () => true, breathe: () => Promise.resolve(), onlines: () => undefined };
const here = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(new URL(path, import.meta.url)));
const module = await WebAssembly.compile(here("core.wasm"));

function weights(axes: Axes): Promise<Uint8Array | null> {
  const network = (NETWORKS as Partial<Record<number, { file: string }>>)[sumOf(axes)];
  return Promise.resolve(network ? here(`../../../src/ninefold/engine/networks/${network.file}`) : null);
}

function books(axes: Axes): Promise<Uint8Array | null> {
  const file = (BOOKS as Partial<Record<number, string>>)[sumOf(axes)];
  return Promise.resolve(file ? here(`../../../src/ninefold/engine/books/${file}`) : null);
}

test("the core imports nothing but a clock", () => {
  expect(WebAssembly.Module.imports(module).map(({ name }) => name)).toEqual(["nf_seconds"]);
});

test("a square that is not legal is refused, and so is a position that cannot be", async () => {
  const core = await Core.open(module);
  expect(() => core.turnTo({ axes: MODERN, moves: [0, 80] })).toThrow("square 80 is not legal after 1 moves");
  const from = { cells: "XXX".padEnd(81, "."), owners: ".........", turn: "O", target: null } as const;
  expect(() => core.turnTo({ axes: MODERN, moves: [], from })).toThrow("no such position");
});

test("search, network and proofs stay within what a phone gives a page", async () => {
  const thinker = await Thinker.open(module, 16 << 20, weights);
  await thinker.answer({ kind: "lines", place: { axes: MODERN, moves: [] }, limits: { nodes: 1000 }, byHand: false }, MANNER);
  await thinker.answer({ kind: "prove", place: { axes: MODERN, moves: [] }, nodes: 1000 }, MANNER);
  const rules = await Core.open(module); // the page's own, which never searches
  rules.turnTo({ axes: MODERN, moves: [] });
  expect(thinker.bytes).toBeLessThan(48 << 20);
  expect(thinker.bytes + rules.bytes).toBeLessThan(64 << 20);
});

/** What is asked of the core twice, and what the two answers leave. */
test.each([
  ["proven", "unknown", { winner: "X", move: 40 }],
  ["disproven", "proven", { winner: "draw", move: 41 }],
  ["disproven", "disproven", { winner: "O", move: null }],
  ["disproven", "unknown", { winner: null, move: null }],
  ["unknown", "proven", { winner: null, move: null }], // it may be a win
  ["unknown", "disproven", { winner: "O", move: null }],
  ["unknown", "unknown", { winner: null, move: null }],
] as const)("a win %s, a draw %s", async (win, draw, told) => {
  const thinker = await Thinker.open(module, 1 << 20, weights);
  const asked = vi.spyOn(Core.prototype, "prove").mockImplementation((_side, atLeast) => {
    const verdict = atLeast === "win" ? win : draw;
    return { verdict, move: verdict === "proven" ? (atLeast === "win" ? 40 : 41) : null };
  });
  const proof = await thinker.answer({ kind: "prove", place: { axes: MODERN, moves: [] }, nodes: 1000 }, MANNER);
  asked.mockRestore();
  expect(proof).toEqual(told);
});

test("the strongest level plays from the opening book and says so, the others search, and so does a page that cannot have it", async () => {
  const lost = (): Promise<null> => Promise.reject(new Error("no line"));
  const answers = [];
  for (const [level, book] of [
    ["full", books],
    ["expert", books],
    ["full", lost],
  ] as const) {
    const thinker = await Thinker.open(module, 1 << 20, weights, book);
    const ask: Ask = { kind: "level", place: { axes: MODERN, moves: [] }, level, seed: 1, limits: { nodes: 300 } };
    const found = (await thinker.answer(ask, MANNER)) as Found;
    answers.push([found.lines[0]?.book ?? false, found.nodes > 0]);
  }
  expect(answers).toEqual([[true, false], [false, true], [false, true]]); // prettier-ignore
});

test("a damaged opening book is refused, and one of another variant has nothing to say", async () => {
  const core = await Core.open(module);
  const book = (await books(MODERN)) ?? new Uint8Array();
  core.openBook(book);
  core.turnTo({ axes: MODERN, moves: [] });
  expect(core.bookMove(1)).toHaveProperty("proven");
  core.turnTo({ axes: BOARDS, moves: [] });
  expect(core.bookMove(1)).toBeNull();
  expect(() => core.openBook(book.map((byte, n) => (n === 40 ? byte ^ 1 : byte)))).toThrow("this is no opening book");
  core.turnTo({ axes: MODERN, moves: [] });
  expect(core.bookMove(1)).toBeNull();
});

test("a search that is no longer wanted ends in the middle of a depth", async () => {
  const thinker = await Thinker.open(module, 1 << 20, weights);
  let depths = 0;
  const manner = { wanted: () => depths < 8, breathe: () => Promise.resolve(), onlines: () => (depths += 1) };
  const ask: Ask = { kind: "lines", place: { axes: MODERN, moves: [40] }, limits: {}, byHand: true }; // without an end of its own
  expect(await thinker.answer(ask, manner)).toHaveProperty("lines.0.depth", 8);
});

// `pytest tests/engine/test_page_core.py` writes the cases and says where they are.
const told = env["NINEFOLD_CASES"];
const NONE: Cases = { perft: [], boards: [], searches: [], games: [], proofs: [] };
const cases = told ? (JSON.parse(readFileSync(told, "utf8")) as Cases) : NONE;
describe.runIf(told)("the core answers as the native one does", async () => {
  const rules = await Core.open(module);

  test.each(cases.perft)("counting games: $axes", ({ axes, depth, leaves }) => {
    rules.turnTo({ axes, moves: [] });
    expect(rules.perft(depth)).toBe(leaves);
  });

  test.each(cases.boards)("the board after $moves", ({ axes, moves, board, remarks, reasons }) => {
    rules.turnTo({ axes, moves });
    expect(rules.board()).toEqual(board);
    expect(board.legal.map((square) => rules.remarks(square))).toEqual(remarks);
    expect(board.legal.map((square) => rules.reasons(square, board.legal[0] ?? 0, null))).toEqual(reasons);
  });

  test("searches", async () => {
    const thinker = await Thinker.open(module, 16 << 20, weights);
    for (const { axes, byHand, asked } of cases.searches)
      for (const { moves, nodes, lines, told, looked } of asked) {
        const found = (await thinker.answer({ kind: "lines", place: { axes, moves }, limits: { nodes, lines }, byHand }, MANNER)) as Found;
        expect(found.lines.map((line) => [line.score, line.depth, ...line.squares])).toEqual(told);
        expect(found.nodes).toBe(looked);
      }
  });

  test.each(cases.games)("a game of $level", async ({ axes, level, seed, nodes, moves }) => {
    const thinker = await Thinker.open(module, 16 << 20, weights, books);
    for (const [ply, square] of moves.entries()) {
      const place = { axes, moves: moves.slice(0, ply) };
      const found = (await thinker.answer({ kind: "level", place, level, seed, limits: { nodes } }, MANNER)) as Found;
      expect([ply, found.lines[0]?.squares[0]]).toEqual([ply, square]);
    }
  });

  test.each(cases.proofs)("the result after $moves", async ({ axes, moves, winner }) => {
    const thinker = await Thinker.open(module, 1 << 20, weights);
    const proof = (await thinker.answer({ kind: "prove", place: { axes, moves }, nodes: 5_000_000 }, MANNER)) as Proof;
    expect(proof.winner).toBe(winner);
  });
});
