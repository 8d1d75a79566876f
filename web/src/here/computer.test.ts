// @vitest-environment node
/** The engine as an opponent and a helper: what it is asked, what comes of an answer that is late, and how a move is told. */

import { beforeEach, expect, test, vi } from "vitest";
import type { Place } from "../engine/core";

interface Asked {
  place: Place;
  level: string;
  seed: number;
  limits: object;
  answer: (found: object | null) => void;
}
const shared = vi.hoisted(() => ({ rules: () => Promise.resolve({} as unknown), engine: () => Promise.resolve({} as unknown) }));
vi.mock("../engine/module", () => ({ openRules: () => shared.rules() }));
vi.mock("../engine/engine", () => ({ Engine: { open: () => shared.engine() } }));

const asked: Asked[] = [];
const engine = {
  stopped: 0,
  onrestart: null as (() => void) | null,
  stop: () => (engine.stopped += 1),
  move: (place: Place, level: string, seed: number, limits: object) =>
    new Promise((answer) => asked.push({ place, level, seed, limits, answer })),
};
let codes: string[] = [];
const rules = { turnTo: vi.fn(), board: () => ({ turn: "X" }), remarks: () => codes };
const EMPTY = { axes: {}, moves: [] } as unknown as Place;
const AFTER = { axes: {}, moves: [40, 36] } as unknown as Place;
const line = (...squares: number[]): object => ({ squares, share: 0.25 });
const settled = async (): Promise<void> => {
  for (let n = 0; n < 5; n += 1) await new Promise((done) => setTimeout(done));
};

let computer: typeof import("./computer");
beforeEach(async () => {
  asked.length = 0;
  codes = [];
  Object.assign(engine, { stopped: 0, onrestart: null });
  Object.assign(shared, { rules: () => Promise.resolve(rules), engine: () => Promise.resolve(engine) });
  vi.resetModules();
  await Promise.all([import("../engine/shared"), import("../engine/facts")]); // what is loaded already is there in a moment
  computer = await import("./computer");
});
const think = (place = EMPTY, seconds: number | null = null, restarted = vi.fn()) => computer.think(place, "keen", 7, seconds, restarted);

test.each([
  [null, {}],
  [1.5, { seconds: 1.5 }],
  [0, { seconds: 0 }],
])("a move is asked for at its level, by its seed and for %j seconds, and its best line comes back", async (seconds, limits) => {
  const { answer } = think(AFTER, seconds);
  await settled();
  expect(asked).toMatchObject([{ place: AFTER, level: "keen", seed: 7, limits }]);
  expect(Object.keys(asked[0]!.limits)).toEqual(Object.keys(limits));
  asked[0]!.answer({ lines: [line(3), line(4)] });
  expect(await answer).toEqual(line(3));
});

test.each([null, { lines: [] }])("an engine that says %j has no move", async (found) => {
  const { answer } = think();
  await settled();
  asked[0]!.answer(found);
  expect(await answer).toBeNull();
});

test("of two that ask at once the engine hears the last alone", async () => {
  const [one, two] = [think(EMPTY), think(AFTER)];
  await settled();
  expect(asked.map(({ place }) => place)).toEqual([AFTER]);
  asked[0]!.answer({ lines: [line(5)] });
  expect([await one.answer, await two.answer]).toEqual([null, line(5)]);
});

test("a question that is taken back stops the engine, unless it was answered or somebody else asked since", async () => {
  const first = think();
  await settled();
  first.cancel();
  await settled();
  expect(engine.stopped).toBe(1);
  asked[0]!.answer(null);
  const other = think();
  await settled();
  const second = think();
  await settled();
  first.cancel();
  other.cancel();
  await settled();
  expect(engine.stopped, "an older one has nothing to do with the second").toBe(1);
  second.cancel();
  const third = think();
  await settled();
  expect([engine.stopped, asked.length], "who asks at once ends the one before").toEqual([1, 4]);
  asked[3]!.answer({ lines: [line(5)] });
  await third.answer;
  await settled();
  third.cancel();
  await settled();
  expect(engine.stopped).toBe(1);
});

test("a question that is taken back before the engine is there is never asked", async () => {
  const thought = think();
  thought.cancel();
  expect(await thought.answer).toBeNull();
  expect(asked).toEqual([]);
});

test("that the engine began anew is told to whoever asked last", async () => {
  const [one, two] = [vi.fn(), vi.fn()];
  think(EMPTY, null, one);
  await settled();
  engine.onrestart!();
  think(EMPTY, null, two);
  await settled();
  engine.onrestart!();
  expect([one.mock.calls.length, two.mock.calls.length]).toEqual([1, 1]);
});

test("a hint is the strongest level's move with what is worth saying of it, and where it comes from", async () => {
  codes = ["captures", "sends-held"];
  const hint = computer.findHint(AFTER, vi.fn());
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({ level: "full", place: AFTER, limits: {} });
  asked[0]!.answer({ lines: [{ squares: [65, 3], share: 0.75, book: true }] });
  expect(await hint).toEqual({
    ...{ ply: 2, square: 65, win: 0.75, book: true },
    remarks: [
      { code: "captures", board: 7, text: "" },
      { code: "sends-held", board: 2, text: "" },
    ],
  });
  expect(rules.turnTo).toHaveBeenLastCalledWith(AFTER);
  const searched = computer.findHint(EMPTY, vi.fn());
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]!.answer({ lines: [{ squares: [1], share: 0.5 }] });
  expect(await searched).toMatchObject({ ply: 0, book: false });
  const none = computer.findHint(EMPTY, vi.fn());
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  asked[2]!.answer(null);
  expect(await none).toBeNull();
});

test("three things at most are said of a move; what is about no board names none", async () => {
  codes = ["wins-game", "captures", "sends-held", "blocks"];
  const referee = await computer.openReferee();
  expect(referee.remarks(EMPTY, 65)).toEqual([
    { code: "wins-game", board: null, text: "" },
    { code: "captures", board: 7, text: "" },
    { code: "sends-held", board: 2, text: "" },
  ]);
});

test("rules that could not be loaded are asked for again, and those that are there are not", async () => {
  shared.rules = () => Promise.reject(new Error("no network"));
  await expect(computer.openReferee()).rejects.toThrow("no network");
  shared.rules = vi.fn(() => Promise.resolve(rules));
  expect((await computer.openReferee()).boardAt(EMPTY)).toEqual({ turn: "X" });
  await computer.openReferee();
  expect(shared.rules).toHaveBeenCalledTimes(1);
});
