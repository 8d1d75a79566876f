// @vitest-environment node
/** The door to the engine: one question at a time, what is late is dropped, and a worker that dies is asked once more. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Place } from "./core";
import { Engine, EngineFailed } from "./engine";
import type { Found, FromWorker, ToWorker } from "./questions";

vi.mock("./module", () => ({ coreModule: () => Promise.resolve("the core"), openRules: vi.fn() }));

class PretendedWorker {
  readonly told: ToWorker[] = [];
  ended = false;
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault?: () => void }) => void) | null = null;
  postMessage(message: ToWorker): void {
    this.told.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  /** The questions that it was asked, by what they are about. */
  get asked(): { id: number; ask: { kind: string; [field: string]: unknown } }[] {
    return this.told.flatMap((one) => (one.t === "ask" ? [{ id: one.id, ask: one.ask as never }] : []));
  }
  say(message: FromWorker): void {
    this.onmessage?.({ data: message });
  }
}

const workers: PretendedWorker[] = [];
const newest = (): PretendedWorker => workers.at(-1)!;
const open = (): Promise<Engine> =>
  Engine.open(() => {
    workers.push(new PretendedWorker());
    return newest() as unknown as Worker;
  });
const PLACE = { axes: {}, moves: [40] } as unknown as Place;
const found = (square: number): Found => ({ lines: [{ squares: [square] }], nodes: 1, seconds: 0 }) as unknown as Found;
const answered = (id: number, square: number): FromWorker => ({ t: "answer", id, answer: found(square) });
beforeEach(() => {
  workers.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("each question is asked with all that belongs to it", async () => {
  const engine = await open();
  expect(newest().told).toEqual([{ t: "open", module: "the core", wanted: null, tableBytes: 16 << 20 }]);
  void engine.lines(PLACE, { nodes: 5, lines: 3 }, null, true);
  void engine.move(PLACE, "keen", 7, { seconds: 2 });
  void engine.move(PLACE, "full", 8);
  void engine.sameLines(PLACE, { lines: 2 }, true);
  void engine.values(PLACE, { nodes: 9 });
  void engine.prove(PLACE);
  void engine.prove(PLACE, 12);
  expect(newest().asked.map(({ ask }) => ask)).toEqual([
    { kind: "lines", place: PLACE, limits: { nodes: 5, lines: 3 }, byHand: true },
    { kind: "level", place: PLACE, level: "keen", seed: 7, limits: { seconds: 2 } },
    { kind: "level", place: PLACE, level: "full", seed: 8, limits: {} },
    { kind: "lines", place: PLACE, limits: { lines: 2 }, byHand: false, fresh: true },
    { kind: "lines", place: PLACE, limits: { nodes: 9, lines: 81 }, byHand: false },
    { kind: "prove", place: PLACE, nodes: 2_000_000 },
    { kind: "prove", place: PLACE, nodes: 12 },
  ]);
});

test("lines are told as they come, and of every square by its square", async () => {
  const engine = await open();
  const told: unknown[] = [];
  const lines = engine.lines(PLACE, { nodes: 5 }, (now) => told.push(now));
  const { id } = newest().asked[0]!;
  newest().say({ t: "lines", id, found: found(1) });
  newest().say({ t: "lines", id: id - 1, found: found(2) });
  newest().say(answered(id, 3));
  newest().say({ t: "lines", id, found: found(4) });
  expect([told, await lines]).toEqual([[found(1)], found(3)]);
  const values = engine.values(PLACE, {});
  newest().say({ t: "answer", id: newest().asked[1]!.id, answer: { lines: [{ squares: [8] }, { squares: [5] }] } as unknown as Found });
  expect([...(await values)!.keys()]).toEqual([8, 5]);
});

describe("a question", () => {
  test("ends the one before, whose late answer is nobody's", async () => {
    const engine = await open();
    const [one, two] = [engine.lines(PLACE, {}), engine.lines(PLACE, {})];
    const [first, second] = newest().asked;
    expect(await one).toBeNull();
    newest().say(answered(first!.id, 1));
    newest().say(answered(second!.id, 2));
    expect(await two).toEqual(found(2));
  });

  test("that is stopped has no answer, nor has one to values", async () => {
    const engine = await open();
    const [one, values] = [engine.lines(PLACE, {}), engine.values(PLACE, {})];
    engine.stop();
    expect([await one, await values]).toEqual([null, null]);
  });

  test("that the worker will not let go costs it the worker after a moment, and the next is asked again", async () => {
    const engine = await open();
    void engine.lines(PLACE, {});
    vi.advanceTimersByTime(500);
    const two = engine.lines(PLACE, { nodes: 2 });
    vi.advanceTimersByTime(39);
    expect([workers.length, workers[0]!.ended]).toEqual([1, false]);
    vi.advanceTimersByTime(1);
    expect([workers.length, workers[0]!.ended]).toEqual([2, true]);
    expect(newest().asked).toEqual([workers[0]!.asked[1]]);
    newest().say(answered(newest().asked[0]!.id, 6));
    expect(await two).toEqual(found(6));
  });

  test("that ends in time keeps the worker, also when another follows that takes long", async () => {
    const engine = await open();
    void engine.lines(PLACE, {});
    void engine.lines(PLACE, {});
    vi.advanceTimersByTime(20);
    newest().say(answered(newest().asked[0]!.id, 1));
    vi.advanceTimersByTime(5_000);
    expect(workers).toHaveLength(1);
    engine.stop();
    vi.advanceTimersByTime(41);
    expect(workers, "and that is stopped by itself").toHaveLength(2);
    expect(newest().asked).toEqual([]);
    engine.stop();
    vi.advanceTimersByTime(5_000);
    expect(workers, "a worker that is at nothing stays").toHaveLength(2);
    void engine.lines(PLACE, {});
    newest().say(answered(newest().asked[0]!.id, 1));
    engine.stop();
    vi.advanceTimersByTime(5_000);
    expect(workers, "also after it has answered").toHaveLength(2);
    void engine.lines(PLACE, {});
    newest().say({ t: "lines", id: newest().asked[1]!.id, found: found(1) });
    engine.stop();
    vi.advanceTimersByTime(41);
    expect(workers, "but not when it is still at lines").toHaveLength(3);
  });

  test("is told to be wanted no more where memory is shared, and the worker stays", async () => {
    vi.stubGlobal("crossOriginIsolated", true);
    const engine = await open();
    const { wanted } = newest().told[0] as ToWorker & { t: "open" };
    void engine.lines(PLACE, {});
    expect(wanted![0]).toBe(newest().asked[0]!.id);
    void engine.lines(PLACE, {});
    expect(wanted![0]).toBe(newest().asked[1]!.id);
    engine.stop();
    expect(newest().asked.map(({ id }) => id)).not.toContain(wanted![0]);
    vi.advanceTimersByTime(5_000);
    expect(workers).toHaveLength(1);
  });
});

describe("a worker that dies", () => {
  const die = (how: "failed" | "error"): void => {
    const worker = newest();
    if (how === "error") worker.onerror!({ message: "no memory" });
    else worker.say({ t: "failed", id: worker.asked.at(-1)!.id, detail: "no memory" });
  };

  test.each(["failed", "error"] as const)("by %s is begun again and asked once more, and that is told", async (how) => {
    const engine = await open();
    const told: string[] = [];
    engine.onrestart = (detail) => told.push(detail);
    const one = engine.lines(PLACE, { nodes: 3 });
    die(how);
    expect([workers.length, workers[0]!.ended, told, newest().asked]).toEqual([2, true, ["no memory"], workers[0]!.asked]);
    newest().say(answered(newest().asked[0]!.id, 6));
    expect(await one).toEqual(found(6));
  });

  test("a second time over the same question has failed, and the next question is asked of a new one", async () => {
    const engine = await open();
    const one = engine.lines(PLACE, {});
    die("failed");
    die("failed");
    await expect(one).rejects.toThrow(EngineFailed);
    expect([workers.length, newest().asked]).toEqual([3, []]);
    const two = engine.lines(PLACE, {});
    die("failed");
    newest().say(answered(newest().asked[0]!.id, 6));
    expect(await two, "which has its own second try").toEqual(found(6));
  });

  test("without a word of its own is said to have stopped, and one that was let go is not heard", async () => {
    const engine = await open();
    const told: string[] = [];
    engine.onrestart = (detail) => told.push(detail);
    const last = workers[0]!;
    last.onerror!({ message: "" });
    expect(told).toEqual(["the worker stopped"]);
    expect([last.onmessage, last.onerror]).toEqual([null, null]);
    engine.close();
    expect(newest().ended).toBe(true);
  });
});
