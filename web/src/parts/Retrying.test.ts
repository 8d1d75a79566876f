/** A mistake tried again: what is said of the move, also when the engine is gone. */

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { readFileSync } from "node:fs";
import { tick } from "svelte";
import { afterEach, beforeAll, expect, test } from "vitest";
import { Core } from "../engine/core";
import { speakFurther, t } from "../lib/i18n/index.svelte";
import type { ReviewedMove } from "../review/review";
import type { ReviewSession } from "../review/session.svelte";
import Retrying from "./Retrying.svelte";

const axes = { release: "decided", free_move: "undecided", ownership: "first", ending: "decided", tie_break: "draw" } as const;
const score = { player: "X", share: 0.5, proven: null, distance: null } as const;
const lesson = { ply: 0, player: "X", square: 0, best: 8, before: score, after: score, reasons: [], line: [8], lost: 0.3 };
let rules: Core;

beforeAll(async () => {
  await speakFurther();
  const wasm = new URL("src/engine/core.wasm", `file://${(globalThis as never as { process: { cwd(): string } }).process.cwd()}/`);
  rules = await Core.open(await WebAssembly.compile(readFileSync(wasm)));
});
afterEach(cleanup);

/** Somebody who tries a square with an engine that answers so; what the board beside it was last asked to show. */
async function attempt(square: number, sameLines: () => Promise<unknown>): Promise<{ yours: boolean; marks: string }> {
  const seen = { yours: false, marks: "" };
  const session = { game: { axes, moves: [] }, engine: { sameLines }, rules } as unknown as ReviewSession;
  const onshow = (shown: { board: { cells: string }; yours: boolean }): void => {
    Object.assign(seen, { yours: shown.yours, marks: shown.board.cells.replaceAll(".", "") });
  };
  const lessons = [{ ...lesson, judgement: "mistake" } as unknown as ReviewedMove];
  const { component } = render(Retrying, { session, lessons, sides: ["X"], onshow, onback: () => undefined });
  await (component as { play: (square: number) => Promise<void> }).play(square);
  await tick();
  return seen;
}
const said = (): string => screen.getByTestId("said").textContent.trim();

test("an engine that is gone is told of, and the move can be tried again", async () => {
  expect(await attempt(40, () => Promise.reject(new Error("the worker is gone")))).toEqual({ yours: true, marks: "" });
  expect(said()).toBe(t("review.failed"));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Hint" }).disabled).toBe(false);
});

test("whoever is asked something else meanwhile is told nothing of the move", async () => {
  expect(await attempt(40, () => Promise.resolve(null))).toEqual({ yours: true, marks: "" });
  expect(said()).toBe("");
});

test("a wrong move stands with its answer, and the best one is praised", async () => {
  const line = { squares: [36], share: 0.9, proven: null, distance: 4, depth: 4 };
  expect(await attempt(40, () => Promise.resolve({ lines: [line] }))).toEqual({ yours: false, marks: "OX" });
  expect(said()).toContain("55");
  cleanup();
  expect((await attempt(8, () => Promise.reject(new Error("never asked")))).marks).toBe("X");
  expect(said()).toContain("19");
});

/** Two mistakes of X to try again, the second with the better square before the one that was played; each told to the board. */
function retry(sameLines: () => Promise<unknown>): {
  shown: { marks: string; hint: number | null; yours: boolean }[];
  play: (square: number) => Promise<void>;
} {
  const shown: { marks: string; hint: number | null; yours: boolean }[] = [];
  const session = { game: { axes, moves: [0, 1] }, engine: { sameLines }, rules } as unknown as ReviewSession;
  const lessons = [
    { ...lesson, judgement: "mistake", square: 8, best: 40, reasons: [] },
    { ...lesson, ply: 2, judgement: "blunder", square: 9, best: 17 },
  ] as unknown as ReviewedMove[];
  const onshow = (now: { board: { cells: string }; hint: number | null; yours: boolean }): void => {
    shown.push({ marks: now.board.cells.replaceAll(".", ""), hint: now.hint, yours: now.yours });
  };
  const { component } = render(Retrying, { session, lessons, sides: ["X"], onshow, onback: () => undefined });
  return { shown, play: (square) => (component as unknown as { play(square: number): Promise<void> }).play(square) };
}
const press = async (name: string): Promise<void> => {
  await fireEvent.click(screen.getByRole("button", { name }));
  await tick();
};

test("an answer that comes when the next mistake is looked at is dropped, good or bad", async () => {
  let tell: (found: unknown) => void = () => undefined;
  const { shown, play } = retry(() => new Promise((told) => (tell = told)));
  const late = play(41);
  await tick();
  await press(t("puzzle.skip"));
  const [before, count] = [said(), shown.length];
  tell({ lines: [{ squares: [36], share: 0.9, proven: null, distance: 4, depth: 4 }] });
  await late;
  await tick();
  expect([said(), shown.length, shown.at(-1)]).toEqual([before, count, { marks: "XO", hint: null, yours: true }]);
});

test("a hint names the board of the better move on a free choice, and both moves in order to whoever is held", async () => {
  retry(() => Promise.resolve(null));
  await press(t("action.hint"));
  expect(said()).toBe(t("puzzle.hint", { board: 5 }));
  await press(t("puzzle.skip"));
  await press(t("action.hint"));
  expect(said()).toBe(t("puzzle.hintTwo", { one: "21", two: "29" }));
});

test("the solution is pointed out on the board before the mistake, and only the last one says that all are done", async () => {
  const { shown, play } = retry(() => Promise.reject(new Error("never asked")));
  await press(t("puzzle.show"));
  expect([shown.at(-1), said()]).toEqual([
    { marks: "", hint: 40, yours: false },
    expect.stringContaining(t("puzzle.solution", { move: "55" })),
  ]);
  await press(t("review.next"));
  await play(9);
  await tick();
  expect([said(), shown.at(-1)!.yours]).toEqual([t("retry.played"), true]);
  await play(17);
  await tick();
  expect([said().includes(t("retry.end")), screen.queryByRole("button", { name: t("review.next") })]).toEqual([true, null]);
  cleanup();
  const first = retry(() => Promise.reject(new Error("never asked")));
  await first.play(40);
  await tick();
  expect(said()).not.toContain(t("retry.end"));
});
