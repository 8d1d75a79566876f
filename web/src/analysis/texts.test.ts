// @vitest-environment node
import { readFileSync } from "node:fs";
import { env } from "node:process";
import { beforeAll, describe, expect, test } from "vitest";
import { Core, type SetUp } from "../engine/core";
import { speak, speakFurther } from "../lib/i18n/index.svelte";
import type { Axes, Mode } from "../lib/messages";
import { ABOUT } from "../lib/offered";
import { doubtTexts } from "./doubts";
import { formatPosition } from "./format-position";
import { formatRecord } from "./format-record";
import { packTree, unpackTree } from "./link";
import { parseMode } from "./parse-mode";
import { parsePosition, parseUtttAi } from "./parse-position";
import { parseRecord } from "./parse-record";
import { readText } from "./read";
import { endOf, squaresTo, type Tree } from "./tree";
import { Unreadable } from "./unreadable";

/** What the rules in Python make of texts: tests/support/text_cases.py. */
interface Cases {
  records: string[];
  broken: { text: string; where: string }[];
  moves: { mode: string; text: string; squares: number[] }[];
  positions: { mode: string; text: string; digits: string }[];
  doubts: { axes: Axes; from: SetUp; reasons: string[] }[];
}

const rules = await Core.open(await WebAssembly.compile(readFileSync(new URL("../engine/core.wasm", import.meta.url))));
const MODERN: Mode = ABOUT.modes[0]!;
const mainLine = (tree: Tree): number[] => squaresTo(tree, endOf(tree, []));

beforeAll(async () => {
  (globalThis as { document?: unknown }).document ??= { documentElement: {} };
  await speak("en");
  await speakFurther();
});

function refusalOf(text: string): string {
  try {
    readText(text, MODERN, rules);
  } catch (error) {
    if (error instanceof Unreadable) return error.text;
    throw error;
  }
  throw new Error(`this was read: ${text}`);
}

// `pytest tests/server/test_page_texts.py` writes the cases and says where they are.
const told = env["NINEFOLD_TEXTS"];
const NONE: Cases = { records: [], broken: [], moves: [], positions: [], doubts: [] };
const cases = told ? (JSON.parse(readFileSync(told, "utf8")) as Cases) : NONE;
describe.runIf(told)("texts mean what they mean in Python", () => {
  test.each(cases.records)("a record reads and writes back, as text and as a link: %#", (text) => {
    const { tree, more } = parseRecord(text, rules);
    expect(formatRecord(tree, tree.result)).toBe(text);
    expect(more).toBe(0);
    expect(unpackTree(packTree(tree), rules)).toEqual(tree);
  });

  test.each(cases.broken)("what is wrong is refused, and where: $text", ({ text, where }) => {
    expect(/^(?:line \d+)?(?:: move \d+(?=:))?/.exec(refusalOf(text).toLowerCase())?.[0]).toBe(where);
  });

  test.each(cases.moves)("a list of moves: $text", ({ mode, text, squares }) => {
    expect(mainLine(readText(text, parseMode(mode), rules).tree)).toEqual(squares);
  });

  test.each(cases.positions)("a position: $text", ({ mode, text, digits }) => {
    const read = parsePosition(text, rules);
    const empty = { cells: ".".repeat(81), owners: ".".repeat(9), turn: "X", target: null } as const;
    expect(formatPosition(read.mode, read.from ?? empty)).toBe(text);
    const foreign = parseUtttAi(digits, parseMode(mode), rules);
    expect(foreign?.cells).toBe(read.from?.cells);
  });

  test.each(cases.doubts)("what speaks against a position: %#", ({ axes, from, reasons }) => {
    const expected = reasons.map((reason) =>
      `${reason[0]!.toUpperCase()}${reason.slice(1)}.`.replace("'", "’").replace(" once ", " 1 time "),
    );
    expect(doubtTexts(rules.doubts(axes, from))).toEqual(expected);
  });
});

test("of several games in a text the first is taken, and the others are counted", () => {
  const game = '[Mode "battle"]\n\n1. 55 51 *\n';
  expect(readText(game.repeat(10_000), MODERN, rules)).toMatchObject({ more: 9_999, tree: { mode: { name: "battle" } } });
});

test("a link that lost or changed a letter is refused in words", () => {
  const { tree } = readText('[Mode "modern"] [X "Ann"] 1. 55 {the centre} 51?! (59 {better} 99) 15 *', MODERN, rules);
  const link = packTree(tree);
  expect(unpackTree(link, rules)).toEqual(tree);
  for (let at = 0; at < link.length; at += 1) {
    expect(() => unpackTree(link.slice(0, at), rules)).toThrow(Unreadable);
    const changed = link.slice(0, at) + (link[at] === "A" ? "B" : "A") + link.slice(at + 1);
    expect(() => unpackTree(changed, rules)).toThrow(Unreadable);
  }
});

test("a game of fifty moves makes a short link", () => {
  let squares: number[] = [];
  rules.turnTo({ axes: MODERN.axes, moves: [] });
  for (let board = rules.board(); squares.length < 50 && !board.result; board = rules.board()) {
    squares = [...squares, board.legal[squares.length % board.legal.length]!];
    rules.play(squares.at(-1)!);
  }
  const { tree } = readText(squares.map((square) => `${Math.floor(square / 9) + 1}${(square % 9) + 1}`).join(" "), MODERN, rules);
  expect(packTree(tree).length).toBeLessThan(100);
});

test("what can be read in two ways is refused", () => {
  expect(refusalOf("1 3")).toContain("can be read as");
  expect(refusalOf("hello")).toContain("is not a game");
  expect(refusalOf("  ")).toContain("no text");
});

test("a link to an analysis can be pasted like any text", () => {
  const { tree } = readText("55 51", MODERN, rules);
  expect(readText(`https://example.org/analysis#${packTree(tree)}`, MODERN, rules).tree).toEqual(tree);
});
