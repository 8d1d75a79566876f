/** A mistake tried again: what is said of the move, also when the engine is gone. */

import { cleanup, render, screen } from "@testing-library/svelte";
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
  await component.play(square);
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
