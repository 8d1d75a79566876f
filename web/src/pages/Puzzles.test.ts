/** The page of puzzles: what is said and counted of each try, and that nothing of one puzzle stands over the next. */

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { readFileSync } from "node:fs";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { cell } from "../board/looking";
import { squareName } from "../board/geometry";
import { Core, type Place } from "../engine/core";
import { speakFurther } from "../lib/i18n/index.svelte";
import { START } from "../puzzles/glicko";
import { dailyOf, dayOf, modeOfDay, shelfOf, type Puzzle } from "../puzzles/shelf";
import { tally } from "../puzzles/tally.svelte";
import Puzzles from "./Puzzles.svelte";

/** An engine to which a move keeps the result if its square is even; it answers with the first move there is. */
const asked = vi.hoisted((): { stopped: number; broken: boolean; crashed: boolean; rules?: unknown } => ({
  ...{ stopped: 0, broken: false, crashed: false },
}));
vi.mock("../engine/shared", () => ({
  sharedRules: () => Promise.resolve(asked.rules),
  sharedEngine: () =>
    asked.broken
      ? Promise.reject(new Error("no worker"))
      : Promise.resolve({
          stop: () => (asked.stopped += 1),
          prove: ({ from, moves }: Place) => {
            if (asked.crashed) return Promise.reject(new Error("the worker is gone"));
            const turn = from!.turn;
            return Promise.resolve({ winner: moves.at(-1)! % 2 === 0 ? turn : turn === "X" ? "O" : "X" });
          },
          lines: (place: Place) => {
            const rules = asked.rules as Core;
            rules.turnTo(place);
            return Promise.resolve({ lines: [{ squares: rules.board().legal.slice(0, 1) }] });
          },
        }),
}));
vi.mock("../lib/sound", () => ({ play: vi.fn() }));

beforeAll(async () => {
  await speakFurther();
  const wasm = new URL("src/engine/core.wasm", `file://${(globalThis as never as { process: { cwd(): string } }).process.cwd()}/`);
  asked.rules = await Core.open(await WebAssembly.compile(readFileSync(wasm)));
});
beforeEach(() => {
  Object.assign(tally, { rating: START, streak: 0, best: 0, days: 0, lastDay: 0, tried: [] });
  Object.assign(asked, { stopped: 0, broken: false, crashed: false });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const settled = async (): Promise<void> => {
  for (let n = 0; n < 4; n += 1) {
    await vi.dynamicImportSettled();
    await tick();
    await new Promise((done) => setTimeout(done));
  }
};
async function open(): Promise<void> {
  render(Puzzles);
  await settled();
}
const press = async (name: string): Promise<void> => {
  await fireEvent.click(screen.getByRole("button", { name }));
  await settled();
};
const choose = async (label: string, value: string): Promise<void> => {
  await fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await settled();
};
const shown = (): string => screen.getByTestId("puzzle").getAttribute("data-name")!;
const said = (): string => screen.getByTestId("said").textContent;
const score = (): string => screen.getByTestId("tally").textContent.replaceAll(",", "").replace(/\s+/g, " ").trim();
const legal = (): number[] =>
  [...document.querySelectorAll<HTMLElement>('[aria-disabled="false"]')].map((one) => Number(one.dataset["square"]));
const marks = (): string =>
  Array.from({ length: 81 }, (_, square) => (cell(square).querySelector(".mark:not(.ghost)") ? "#" : ".")).join("");
async function play(square: number): Promise<void> {
  await fireEvent.click(cell(square));
  await settled();
}
const right = (): Promise<void> => play(legal().find((square) => square % 2 === 0)!);
const wrong = (): Promise<void> => play(legal().find((square) => square % 2 === 1)!);
async function solve(): Promise<void> {
  for (let n = 0; n < 6 && !said().startsWith("Solved"); n += 1) await right();
}
const named = async (mode: "modern" | "classic" | "battle" | "open", name: string): Promise<Puzzle> =>
  (await shelfOf(mode)).puzzles.find((one) => one.name === name)!;

test("what is gained stands until the next puzzle, and what was gained before does not", async () => {
  await open();
  expect(score()).toBe("Rating 1500 · 0 in a row (best 0)");
  const first = shown();
  await solve();
  expect(said()).toMatch(/^Solved/);
  const after = Math.round(tally.rating.rating);
  expect(score()).toBe(`Rating ${after} (+${after - 1500}) · 1 in a row (best 1)`);
  await press("Next puzzle");
  expect(shown()).not.toBe(first);
  expect(score()).toBe(`Rating ${after} · 1 in a row (best 1)`);
  expect(said()).not.toMatch(/Solved/);
});

test("a mistake costs points once, ends the row, and the puzzle can be tried again", async () => {
  tally.streak = tally.best = 3;
  await open();
  const [first, before] = [shown(), marks()];
  await wrong();
  const after = Math.round(tally.rating.rating);
  expect(after).toBeLessThan(1500);
  expect(score()).toBe(`Rating ${after} (−${1500 - after}) · 0 in a row (best 3)`);
  expect(document.querySelector("section.wrong")).not.toBeNull();
  expect(marks()).not.toBe(before);
  await press("Try again");
  expect([shown(), marks(), document.querySelector("section.wrong")]).toEqual([first, before, null]);
  await solve();
  expect(document.querySelector("section.right")).not.toBeNull();
  expect([Math.round(tally.rating.rating), tally.streak, tally.tried]).toEqual([after, 0, [first]]);
});

test.each([
  ["Hint", false],
  ["Solution", true],
])("a %s counts as a mistake, and is forgotten with the move", async (button, whole) => {
  await open();
  await press(button);
  expect(tally.tried).toEqual([shown()]);
  expect(tally.rating.rating).toBeLessThan(1500);
  const starred = [...document.querySelectorAll<HTMLElement>(".cell.hint")].map((one) => Number(one.dataset["square"]));
  const best = legal().find((square) => square % 2 === 0)!;
  expect(starred).toEqual(whole ? [best] : []);
  if (whole) expect(said()).toContain(squareName(best));
  else expect(said()).toMatch(/\d/);
  await right();
  expect(document.querySelector(".cell.hint")).toBeNull();
});

test("a hint names two moves to whoever is held to a board, in order, and a board to the others", async () => {
  await open();
  await choose("Mode", "modern");
  expect(shown()).toBe("modern-1"); // X is held to board 4, where 41 and so on are free
  await press("Hint");
  const names = said().match(/\d\d/g)!;
  expect(names).toHaveLength(2);
  expect(names).toEqual([...names].sort());
  expect(names).toContain(squareName(legal().find((square) => square % 2 === 0)!));
  expect(
    legal()
      .filter((square) => square % 2 === 1)
      .map(squareName),
  ).toContain(names.find((name) => oddly(name)));
});

const oddly = (name: string): boolean => (9 * (Number(name[0]) - 1) + Number(name[1]) - 1) % 2 === 1;

test("the order of a hint's two moves does not tell which is right, nor does another hint", async () => {
  await open();
  await choose("Mode", "modern");
  const places = new Set<string>();
  for (let n = 0; n < 12; n += 1) {
    await press("Hint");
    const first = said();
    await press("Hint");
    expect(said()).toBe(first);
    const names = first.match(/\d\d/g);
    if (names) places.add(names.map(oddly).join());
    await press("Skip");
  }
  expect([...places].sort()).toEqual(["false,true", "true,false"]);
});

test.each(["Hint", "Solution"])("if the engine is gone when a %s is asked for, it says so", async (button) => {
  await open();
  asked.crashed = true;
  await press(button);
  expect(screen.getByRole("alert")).toBeTruthy();
  asked.crashed = false;
  await press("Try again");
  expect(shown()).toBeTruthy();
});

test("puzzles are of the mode, the kind and the band that are chosen, and of those not tried", async () => {
  await open();
  await choose("Mode", "battle");
  const first = shown();
  expect(first).toMatch(/^battle-/);
  await choose("Difficulty", "hard");
  expect((await named("battle", shown())).band).toBe("hard");
  await choose("Difficulty", "any");
  await choose("Kind", "save-draw");
  const kinds = (await shelfOf("battle")).puzzles.filter(({ kind }) => kind === "save-draw");
  if (kinds.length > 0) expect(shown()).toBe(kinds[0]!.name);
  else expect(screen.getByRole("alert")).toBeTruthy();
  await choose("Kind", "any");
  expect(shown()).toBe(first);
  tally.tried = (await shelfOf("battle")).puzzles.slice(0, 2).map(({ name }) => name);
  await choose("Difficulty", "any");
  expect(shown()).toBe((await shelfOf("battle")).puzzles[2]!.name);
});

test("of any mode the one comes that was tried least", async () => {
  const tried = await Promise.all((["modern", "classic", "open"] as const).map(async (mode) => (await shelfOf(mode)).puzzles[0]!.name));
  tally.tried = tried;
  await open();
  expect(shown()).toMatch(/^battle-/);
});

test("when all have been tried it says so, and offers nothing to press", async () => {
  tally.tried = (await shelfOf("open")).puzzles.map(({ name }) => name);
  await open();
  await choose("Mode", "open");
  expect(screen.getByRole("alert")).toBeTruthy();
  expect(screen.queryByTestId("puzzle")).toBeNull();
  expect(screen.queryByRole("button", { name: "Hint" })).toBeNull();
});

test("the puzzle of the day is the same for everybody, and a day of it counts once it is solved", async () => {
  await open();
  const today = dayOf(Date.now());
  await press("Puzzle of the day");
  expect(shown()).toBe(dailyOf(today, await shelfOf(modeOfDay(today))).name);
  expect(screen.getByRole("button", { name: "Puzzle of the day" }).getAttribute("aria-pressed")).toBe("true");
  expect(tally.days).toBe(0);
  await solve();
  expect([tally.days, tally.lastDay]).toEqual([1, today]);
  await press("Next puzzle");
  expect(screen.getByRole("button", { name: "Puzzle of the day" }).getAttribute("aria-pressed")).toBe("false");
  tally.days = 0;
  await solve();
  expect(tally.days).toBe(0);
});

test("the moves that are left are counted, and the right ones are said to be right", async () => {
  await open();
  await choose("Mode", "modern"); // two moves to find
  expect(said()).toMatch(/2/);
  await right();
  expect(said()).toMatch(/^Right/);
  expect(document.querySelector("section.right")).toBeNull();
  await solve();
  expect(screen.queryByRole("button", { name: "Hint" })).toBeNull();
});

test("without an engine it says so and can be tried again, and whoever leaves stops it", async () => {
  asked.broken = true;
  await open();
  expect(screen.getByRole("alert")).toBeTruthy();
  asked.broken = false;
  await press("Try again");
  expect(shown()).toBeTruthy();
  cleanup();
  expect(asked.stopped).toBe(1);
});
