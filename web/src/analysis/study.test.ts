// @vitest-environment node
/** What somebody analyses, what the engine makes of it while they look, and what was played there. */

import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Core } from "../engine/core";
import type { Found, Place } from "../engine/engine";
import { ABOUT } from "../lib/offered";
import { Played } from "./explorer.svelte";
import { LiveLines } from "./live-lines.svelte";
import { Study } from "./study.svelte";
import { emptyTree } from "./tree";

const engine = vi.hoisted((): { open: () => Promise<unknown> } => ({ open: () => Promise.reject(new Error("none")) }));
vi.mock("../engine/shared", () => ({ sharedEngine: () => engine.open() }));

const rules = await Core.open(await WebAssembly.compile(readFileSync(new URL("../engine/core.wasm", import.meta.url))));
const MODERN = ABOUT.modes[0]!;

describe("a study", () => {
  function begin(...squares: number[]): { study: Study; changes: string[] } {
    const changes: string[] = [];
    const study = new Study(rules, emptyTree(MODERN), (weight) => changes.push(weight));
    study.playLine(squares);
    changes.length = 0;
    return { study, changes };
  }

  test("plays legal squares only, tells of each change, and not of a move that stood there", () => {
    const { study, changes } = begin(40, 36);
    expect([study.place.moves, study.board.turn]).toEqual([[40, 36], "X"]);
    study.play(80);
    expect([study.place.moves, changes]).toEqual([[40, 36], []]);
    study.play(1);
    expect([study.place.moves, changes]).toEqual([[40, 36, 1], ["small"]]);
    study.go([0]);
    study.play(36);
    expect([study.path, changes]).toEqual([[0, 0], ["small"]]);
  });

  test("steps back from where one stands and forth along its line, no further than that goes", () => {
    const { study } = begin(40, 36, 1);
    const at = (by: number): number => {
      study.step(by);
      return study.path.length;
    };
    expect([at(-1), at(-1), at(1), at(5), at(1), at(-9), at(-1)]).toEqual([2, 1, 2, 3, 3, 0, 0]);
    study.go([0]);
    study.play(44);
    expect([study.place.moves, study.end]).toEqual([
      [40, 44],
      [0, 1],
    ]);
    study.beside(-1);
    expect([study.place.moves, study.end.length]).toEqual([[40, 36], 3]);
    study.beside(1);
    expect(study.place.moves).toEqual([40, 44]);
  });

  test("a line that becomes the main one, a note, a cut and another tree are changes", () => {
    const { study, changes } = begin(40, 36);
    study.go([0]);
    study.play(44);
    study.promote();
    expect([study.path, study.place.moves, study.record]).toEqual([[0, 0], [40, 44], expect.stringContaining("55 59 (51)")]);
    study.promote();
    study.note({ comment: "sharp" });
    expect([study.move!.comment, changes]).toEqual(["sharp", ["small", "small", "small"]]);
    study.cut();
    expect([study.place.moves, changes.at(-1)]).toEqual([[40], "large"]);
    study.go([]);
    study.cut();
    study.note({ comment: "nowhere" });
    expect(changes).toHaveLength(4);
    study.open(emptyTree(ABOUT.modes[1]!));
    expect([study.place.moves, study.tree.mode.name, changes.at(-1)]).toEqual([[], ABOUT.modes[1]!.name, "large"]);
  });

  test("how a game ended off the board is told of its own moves only", () => {
    const tree = { ...begin(40, 36).study.tree, result: "X", tags: [["X", "Ann"], ["Ending", "time"]] } as const; // prettier-ignore
    const study = new Study(rules, tree, () => undefined);
    study.note({ comment: "late" });
    expect(study.record).toContain('[Ending "time"]');
    study.go([0]);
    study.play(44);
    expect(study.record, "a side line does not change the game").toContain('[Result "X"]');
    study.go([0, 0]);
    study.play(1);
    expect([study.record.includes("Ending"), study.record.includes('[Result "*"]'), study.record.includes("Ann")]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

const found = (depth: number, ...squares: number[]): Found =>
  ({ lines: [{ squares, share: 0.6, proven: null, distance: 0, depth }], nodes: 9, seconds: 1 }) as unknown as Found;

describe("lines while somebody looks", () => {
  const PLACE = (...moves: number[]): Place => ({ axes: MODERN.axes, moves });
  interface Asked {
    place: Place;
    limits: { lines: number; seconds: number };
    tell: (found: Found) => void;
    answer: (found: Found | null) => void;
  }
  let asked: Asked[] = [];
  let glanced = 0;
  let stopped = 0;
  beforeEach(() => {
    [asked, glanced, stopped] = [[], 0, 0];
    engine.open = () =>
      Promise.resolve({
        stop: () => (stopped += 1),
        values: () => Promise.resolve(new Map([[++glanced, found(1, 0).lines[0]]])),
        lines: (place: Place, limits: Asked["limits"], tell: Asked["tell"]) =>
          new Promise((answer) => asked.push({ place, limits, tell, answer })),
      });
  });
  const settled = (): Promise<unknown> => new Promise((done) => setTimeout(done, 1));

  test("are told as they come, the deepest stay, and are there again for whoever steps back", async () => {
    const live = new LiveLines();
    void live.look(PLACE(), 3, true);
    expect(live.state).toBe("loading");
    await vi.dynamicImportSettled();
    await settled();
    expect([live.state, asked[0]!.limits, glanced, live.known.values.size]).toEqual(["thinking", { lines: 3, seconds: 20 }, 1, 1]);
    asked[0]!.tell(found(4, 40));
    asked[0]!.tell(found(6, 36));
    asked[0]!.tell(found(5, 1));
    expect(live.known.found!.lines[0]!.squares).toEqual([36]);
    asked[0]!.answer(found(6, 2));
    await settled();
    expect([live.state, live.known.found!.lines[0]!.squares]).toEqual(["done", [2]]);
    void live.look(PLACE(40), 3, false);
    expect([live.known.found, live.known.values.size]).toEqual([null, 0]);
    await settled();
    expect(glanced).toBe(1);
    void live.look(PLACE(), 3, true);
    expect(live.known.found!.lines[0]!.squares).toEqual([2]);
    await settled();
    expect(glanced, "the values are known").toBe(1);
    void live.look(PLACE(), 5, true);
    expect(live.known.found, "with more lines it is another question").toBeNull();
    void live.look(PLACE(), 5, true, true);
    await settled();
    expect(asked.at(-1)!.limits.seconds).toBe(120);
  });

  test("of a position that was left are dropped, and so are they when the engine is off", async () => {
    const live = new LiveLines();
    void live.look(PLACE(), 1, false);
    await vi.dynamicImportSettled();
    await settled();
    void live.look(PLACE(40), 1, false);
    await settled();
    asked[0]!.tell(found(9, 3));
    asked[0]!.answer(found(9, 3));
    await settled();
    expect([live.known.found, live.state]).toEqual([null, "thinking"]);
    asked[1]!.tell(found(2, 5));
    live.rest();
    expect([live.state, live.known.found]).toEqual(["off", null]);
    asked[1]!.answer(found(3, 6));
    await settled();
    expect([live.state, live.known.found, stopped]).toEqual(["off", null, 1]);
  });

  test("stay where the engine rests for something else, and go only when it is off", async () => {
    const live = new LiveLines();
    void live.look(PLACE(), 1, false);
    await vi.dynamicImportSettled();
    await settled();
    asked[0]!.tell(found(9, 3));
    live.rest("done");
    expect([live.state, live.known.found]).toEqual(["done", found(9, 3)]);
    live.rest();
    expect(live.known.found).toBeNull();
  });

  test("an engine that could not be had is asked for again", async () => {
    const live = new LiveLines();
    const good = engine.open;
    engine.open = () => Promise.reject(new Error("no line"));
    await live.look(PLACE(), 1, false);
    expect(live.state).toBe("failed");
    engine.open = good;
    void live.look(PLACE(), 1, false);
    await settled();
    expect(live.state).toBe("thinking");
  });
});

describe("what was played", () => {
  let paths: string[] = [];
  const answers: ((response: Response | Error) => void)[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    [paths, answers.length] = [[], 0];
    vi.stubGlobal("fetch", (path: string) => {
      paths.push(decodeURIComponent(path));
      return new Promise((resolve, reject) =>
        answers.push((response) => (response instanceof Error ? reject(response) : resolve(response))),
      );
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const games = (count: number): Response => Response.json({ games: count, moves: [] });

  test("is asked where somebody stays, told at once where it is known, and never of another position", async () => {
    const played = new Played();
    played.look("a");
    vi.advanceTimersByTime(119);
    played.look("b");
    vi.advanceTimersByTime(119);
    expect([paths, played.state]).toEqual([[], "asking"]);
    vi.advanceTimersByTime(1);
    expect(paths).toEqual(["/api/v1/explorer?position=b"]);
    played.look("c");
    await vi.advanceTimersByTimeAsync(120);
    answers[0]!(games(2));
    await vi.advanceTimersByTimeAsync(0);
    expect([played.told, played.state]).toEqual([null, "asking"]);
    answers[1]!(games(3));
    await vi.advanceTimersByTimeAsync(0);
    expect([played.told!.games, played.state]).toEqual([3, "told"]);
    played.look("b");
    expect([played.told!.games, played.state]).toEqual([2, "told"]);
    await vi.advanceTimersByTimeAsync(500);
    expect(paths).toHaveLength(2);
  });

  test.each([
    [new TypeError("no network"), "offline"],
    [Response.json({ code: "bad-request", detail: "" }, { status: 400 }), "failed"],
  ])("what goes wrong is said, and can be asked again: %#", async (wrong, state) => {
    const played = new Played();
    played.look("a");
    await vi.advanceTimersByTimeAsync(120);
    played.look("a");
    await vi.advanceTimersByTimeAsync(120);
    expect(paths, "the same is asked once").toHaveLength(1);
    answers[0]!(wrong);
    await vi.advanceTimersByTimeAsync(0);
    expect(played.state).toBe(state);
    played.look("a");
    expect(played.state).toBe("asking");
    await vi.advanceTimersByTimeAsync(120);
    answers[1]!(games(1));
    await vi.advanceTimersByTimeAsync(0);
    expect(played.state).toBe("told");
    played.look("z");
    played.close();
    await vi.advanceTimersByTimeAsync(500);
    expect(paths).toHaveLength(2);
  });
});
