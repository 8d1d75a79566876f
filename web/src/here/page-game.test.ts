/** A game that is played in the page: what is kept before it is shown, what another tab does, the computer, and clocks. */

import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readFileSync } from "node:fs";
import { Core, type Place } from "../engine/core";
import type { Cause, Game, Side } from "../lib/messages";
import { ABOUT } from "../lib/offered";
import { settings } from "../lib/settings.svelte";
import { atItsStart, beginningOf, rematchOf } from "./begin";
import type { Beginning, Kept } from "./entries";
import { paceOf } from "./pace";
import { PageGame } from "./page-game.svelte";
import { Standing } from "./standing";

/** The browser's store, and what another tab tells. */
const store = vi.hoisted(() => ({
  games: new Map<string, unknown>(),
  broken: false,
  /** Another tab is quicker than the next to keep something. */
  meanwhile: null as (() => void) | null,
  listeners: new Set<(id: string) => void>(),
}));
vi.mock("./store", () => ({
  readGame: (id: string) => Promise.resolve(structuredClone(store.games.get(id))),
  keepGame: (game: { id: string }, before: number | null, following: { id: string } | null = null) => {
    store.meanwhile?.();
    store.meanwhile = null;
    if (store.broken) return Promise.reject(new Error("full"));
    const known = store.games.get(game.id) as { entries: unknown[] } | undefined;
    if ((known?.entries.length ?? null) !== before) return Promise.resolve(false);
    store.games.set(game.id, structuredClone(game));
    if (following) store.games.set(following.id, structuredClone(following));
    return Promise.resolve(true);
  },
  makeRoom: () => Promise.resolve(),
  onChangedElsewhere: (listener: (id: string) => void) => {
    store.listeners.add(listener);
    return () => store.listeners.delete(listener);
  },
}));

/** The engine: a test answers what it was asked. */
interface Asked {
  place: Place;
  level: string;
  seed: number;
  seconds: number | null;
  cancelled: boolean;
  answer: (line: { squares: number[]; share: number } | null) => void;
  fail: (error: Error) => void;
}
const engine = vi.hoisted((): { asked: unknown[]; rules: unknown; hint: (() => Promise<unknown>) | null } => ({
  ...{ asked: [], rules: null, hint: null },
}));
const asked = engine.asked as Asked[];
vi.mock("./computer", () => ({
  openReferee: () => Promise.resolve(engine.rules),
  findHint: (place: Place) =>
    engine.hint?.() ?? Promise.resolve({ ply: place.moves.length, square: 40, remarks: [], win: 0.5, book: false }),
  think: (place: Place, level: string, seed: number, seconds: number | null) => {
    const one = { place, level, seed, seconds, cancelled: false } as Asked;
    const answer = new Promise((resolve, reject) => {
      one.answer = resolve;
      one.fail = reject;
    });
    asked.push(one);
    return { answer, cancel: () => (one.cancelled = true) };
  },
}));

beforeAll(async () => {
  const wasm = new URL("src/engine/core.wasm", `file://${(globalThis as never as { process: { cwd(): string } }).process.cwd()}/`);
  const core = await Core.open(await WebAssembly.compile(readFileSync(wasm)));
  const at = (place: Place): Core => {
    core.turnTo(place);
    return core;
  };
  engine.rules = {
    boardAt: (place: Place) => at(place).board(),
    remarks: (place: Place, square: number) =>
      at(place)
        .remarks(square)
        .map((code) => ({ code, board: null, text: "" })),
  };
});
beforeEach(() => {
  vi.useFakeTimers();
  store.games.clear();
  Object.assign(store, { broken: false, meanwhile: null });
  asked.length = 0;
  settings.quick = true;
});
const opened: PageGame[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
type Wishes = Parameters<typeof beginningOf>[0];
interface Told {
  causes: [Cause, Game | null][];
  refused: string[];
  troubles: string[];
}
async function open(id: string): Promise<{ live: PageGame; told: Told }> {
  const told: Told = { causes: [], refused: [], troubles: [] };
  const live = new PageGame(id, {
    onchange: (cause, before) => told.causes.push([cause, before]),
    onrefused: (code) => told.refused.push(code),
    ontrouble: ({ code }) => told.troubles.push(code),
  });
  opened.push(live);
  await settled();
  return { live, told };
}
function keep(wish: Wishes, more: Partial<Beginning> = {}): string {
  const beginning = { ...beginningOf(wish, ABOUT.modes[0]!, "casual"), ...more };
  store.games.set(beginning.id, atItsStart(beginning, engine.rules as never));
  return beginning.id;
}
const kept = (id: string): Kept => store.games.get(id) as Kept;
const TWO: Wishes = { opponent: "same-device", names: ["Ann", "Ben"] };
const TIMED = { kind: "timed", initial_s: 60, increment_s: 2 } as const;

describe("a game for two", () => {
  test("is kept before it is shown, and told with what it was before", async () => {
    const { live, told } = await open(keep(TWO));
    expect([live.game!.moves, live.mySides, live.myTurn, told.causes]).toEqual([[], ["X", "O"], true, []]);
    live.play(40);
    expect([live.busy, live.myTurn, live.game!.moves]).toEqual([true, false, []]);
    await settled();
    expect([live.busy, live.game!.moves, kept(live.id).entries.length]).toEqual([false, [40], 1]);
    expect([told.causes[0]![0].kind, told.causes[0]![0].square, told.causes[0]![0].by, told.causes[0]![1]!.moves]).toEqual([
      ...["move", 40, "X", []],
    ]);
    expect(kept(live.id).summary).toMatchObject({ ply: 1, turn: "O", state: "playing" });
  });

  test("a move that cannot be kept is not made, and said to be not kept", async () => {
    const { live, told } = await open(keep(TWO));
    store.broken = true;
    live.play(40);
    await settled();
    expect([live.game!.moves, live.busy, told.refused, told.causes]).toEqual([[], false, ["not-kept"], []]);
    store.broken = false;
    live.play(36);
    await settled();
    expect(live.game!.moves).toEqual([36]);
  });

  test("what is not allowed is refused by its code, and one thing comes after the other", async () => {
    const { live, told } = await open(keep(TWO));
    live.command({ t: "move", ply: 0, square: 40 });
    live.command({ t: "move", ply: 0, square: 36 });
    live.command({ t: "move", ply: 1, square: 80 });
    live.command({ t: "move", ply: 1, square: 36 });
    await settled();
    expect([live.game!.moves, told.refused]).toEqual([
      [40, 36],
      ["stale", "illegal-move"],
    ]);
  });

  test("another tab's moves are read, told, and never replaced by older ones", async () => {
    const id = keep(TWO);
    const [one, two] = [await open(id), await open(id)];
    one.live.play(40);
    await settled();
    expect(two.live.game!.moves).toEqual([]);
    for (const listener of store.listeners) listener("here-another");
    await settled();
    expect(two.live.game!.moves).toEqual([]);
    for (const listener of store.listeners) listener(id);
    await settled();
    expect([two.live.game!.moves, two.told.causes.map(([cause]) => cause.square), one.told.causes.length]).toEqual([[40], [40], 1]);
    store.games.set(id, { ...kept(id), entries: [] });
    for (const listener of store.listeners) listener(id);
    await settled();
    expect(two.live.game!.moves).toEqual([40]);
  });

  test("of two tabs that move at once one is refused, and shows what the other played", async () => {
    const id = keep(TWO);
    const [one, two] = [await open(id), await open(id)];
    one.live.play(40);
    await settled();
    two.live.play(36);
    await settled();
    expect([two.live.game!.moves, two.told.refused, two.live.busy]).toEqual([[40], ["stale"], false]);
    expect(kept(id).entries).toHaveLength(1);
  });

  test("a rematch is kept with the game that it follows, sides changed", async () => {
    const id = keep(TWO);
    const { live, told } = await open(id);
    live.command({ t: "resign" });
    live.command({ t: "offer", what: "rematch" });
    await settled();
    const next = kept(live.game!.rematch!);
    expect(next.beginning).toMatchObject({ previous: id, opponent: "same-device", X: { name: "Ben" }, O: { name: "Ann" } });
    expect([next.entries, next.summary.state, live.game!.result!.winner]).toEqual([[], "playing", "O"]);
    expect(told.causes.map(([cause]) => cause.kind)).toEqual(["resign", "rematch"]);
    expect((await open(next.id)).live.game!.previous).toBe(id);
  });

  test("a game that is not there, and one that is left, say so and do nothing", async () => {
    const missing = await open("here-missing");
    expect([missing.live.trouble!.code, missing.live.game]).toEqual(["no-such-game-here", null]);
    const { live, told } = await open(keep(TWO));
    live.play(40);
    live.close();
    await settled();
    expect([live.game!.moves, told.causes]).toEqual([[], []]);
    expect(store.listeners.size).toBe(1);
  });

  test("every board so far, the reason of a move, and a hint are of this very game", async () => {
    const { live } = await open(keep(TWO));
    live.play(40);
    await settled();
    live.play(36);
    await settled();
    const replay = await live.replay();
    expect([replay.boards.map(({ ply }) => ply), replay.moves, replay.players.X!.name]).toEqual([[0, 1, 2], [40, 36], "Ann"]);
    expect(replay.boards.map(({ cells }) => cells.replaceAll(".", ""))).toEqual(["", "X", "OX"]);
    expect(replay.record).toContain("1. 55 51");
    expect([await live.why(1), await live.why(2)].map(({ square, by, ply }) => [square, by, ply])).toEqual([[40, "X", 1], [36, "O", 2]]); // prettier-ignore
    await expect(live.why(3)).rejects.toMatchObject({ code: "stale" });
    await expect(live.why(0)).rejects.toMatchObject({ code: "stale" });
    expect((await live.hint())!.ply).toBe(2);
    let tell: (hint: object) => void = () => undefined;
    engine.hint = () => new Promise((told) => (tell = told));
    const late = live.hint();
    live.play(0);
    await settled();
    tell({ ply: 2, square: 8 });
    expect([await late, live.game!.moves.length], "a hint to what was is none").toEqual([null, 3]);
    engine.hint = null;
    live.command({ t: "resign" });
    await settled();
    expect(await live.hint()).toBeNull();
  });
});

describe("the computer", () => {
  const against = (side: Side, more: Wishes = {}, beginning: Partial<Beginning> = {}): string =>
    keep({ opponent: "computer", side, level: "keen", ...more }, beginning);

  test("is asked at its level, with the game's own dice, and its move is kept", async () => {
    const { live, told } = await open(against("X", {}, { seed: 77 }));
    expect([asked.length, live.mySides]).toEqual([0, ["X"]]);
    live.play(40);
    await settled();
    expect([asked[0]!.place.moves, asked[0]!.level, asked[0]!.seed, asked[0]!.seconds, live.myTurn]).toEqual([
      [40],
      "keen",
      77,
      null,
      false,
    ]);
    asked[0]!.answer({ squares: [36, 0], share: 0.2 });
    await settled();
    expect([live.game!.moves, live.myTurn, kept(live.id).entries.length]).toEqual([[40, 36], true, 2]);
    expect(told.causes.map(([cause]) => cause.by)).toEqual(["X", "O"]);
    expect(await live.hint()).not.toBeNull();
  });

  test("begins where it plays X, and gives no hint in its own turn", async () => {
    const { live } = await open(against("O"));
    expect(asked).toHaveLength(1);
    expect([await live.hint(), live.myTurn]).toEqual([null, false]);
    asked[0]!.answer({ squares: [40], share: 0.5 });
    await settled();
    expect([live.game!.moves, live.myTurn]).toEqual([[40], true]);
  });

  test("an answer to a position that was left is dropped, and the search called off", async () => {
    const { live } = await open(against("X"));
    live.play(40);
    await settled();
    live.command({ t: "undo", ply: 1 });
    await settled();
    expect([live.game!.moves, asked[0]!.cancelled]).toEqual([[], true]);
    asked[0]!.answer({ squares: [36], share: 0.5 });
    await settled();
    expect(live.game!.moves).toEqual([]);
    live.command({ t: "redo", ply: 0 });
    await settled();
    expect([live.game!.moves, asked.length]).toEqual([[40], 2]);
    live.close();
    expect(asked[1]!.cancelled).toBe(true);
    asked[1]!.answer({ squares: [36], share: 0.5 });
    await settled();
    expect(kept(live.id).entries.filter(({ kind }) => kind === "move")).toHaveLength(2);
  });

  test("where somebody else asked meanwhile it is asked again; where it fails that is told", async () => {
    const { live, told } = await open(against("X"));
    live.play(40);
    await settled();
    asked[0]!.answer(null);
    await vi.advanceTimersByTimeAsync(49);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2);
    expect(asked).toHaveLength(2);
    asked[1]!.fail(new Error("no memory"));
    await settled();
    expect([told.troubles, live.game!.moves]).toEqual([["engine-failed"], [40]]);
  });

  test.each([
    [0.49, "swapped", [40]],
    [0.5, "kept", [40, 36]],
    [0.9, "kept", [40, 36]],
  ])("with a share of %f it leaves the swap %s", async (share, swap, moves) => {
    const { live } = await open(against("X", { swap: true }));
    expect(live.game!.swap).toBe("ahead");
    live.play(40);
    await settled();
    asked[0]!.answer({ squares: [36], share });
    await settled();
    expect([live.game!.swap, live.game!.moves, live.mySides]).toEqual([swap, moves, swap === "swapped" ? ["O"] : ["X"]]);
  });

  test("where its first move may be taken over it plays any, without being asked for the best", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.999);
    const { live } = await open(against("O", { swap: true }));
    await settled();
    expect([live.game!.moves, live.game!.swap, asked.length]).toEqual([[80], "open", 0]);
  });

  test("takes as long as people can follow, unless it is to be quick", async () => {
    settings.quick = false;
    const { live } = await open(against("X"));
    live.play(40);
    await settled();
    asked[0]!.answer({ squares: [36], share: 0.5 });
    await settled();
    expect(live.game!.moves).toEqual([40]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(live.game!.moves).toEqual([40, 36]);
    const pace = paceOf("keen", { clock: null, seconds: null });
    live.play(4);
    await vi.advanceTimersByTimeAsync(pace - 50);
    asked[1]!.answer({ squares: [37], share: 0.5 });
    await vi.advanceTimersByTimeAsync(60);
    expect(live.game!.moves, "what it has thought is not waited once more").toEqual([40, 36, 4, 37]);
  });

  test("a move that it had found, and was only waiting with, is not played after a takeback", async () => {
    settings.quick = false;
    const { live, told } = await open(against("X"));
    live.play(40);
    await settled();
    asked[0]!.answer({ squares: [36], share: 0.5 });
    await settled();
    live.command({ t: "undo", ply: 1 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect([live.game!.moves, told.refused, told.troubles]).toEqual([[], [], []]);
  });
});

describe("a clock", () => {
  async function begun(moves: number): Promise<{ live: PageGame; told: Told }> {
    const both = await open(keep({ ...TWO, clock: TIMED }));
    for (const square of [40, 36, 4].slice(0, moves)) {
      both.live.play(square);
      await settled();
    }
    return both;
  }

  test("that runs out ends the game, told once, and not before", async () => {
    const { live, told } = await begun(2);
    expect(live.game!.clock.running).toBe("X");
    await vi.advanceTimersByTimeAsync(59_900);
    expect(live.game!.state).toBe("playing");
    await vi.advanceTimersByTimeAsync(110);
    expect([live.game!.state, live.game!.result]).toEqual(["over", { winner: "O", reason: "time", boards: [] }]);
    expect(told.causes.filter(([cause]) => cause.kind === "time")).toHaveLength(1);
    expect(kept(live.id).entries.at(-1)!.kind).toBe("time");
  });

  test("gives its increment with the move, and starts when both have moved", async () => {
    const { live } = await begun(1);
    await vi.advanceTimersByTimeAsync(100_000);
    expect([live.game!.state, live.game!.clock.running]).toEqual(["playing", null]);
    live.play(36);
    await settled();
    await vi.advanceTimersByTimeAsync(10_000);
    live.play(4);
    await settled();
    expect([live.game!.clock.X, live.game!.clock.O, live.game!.clock.running, live.clockedAt]).toEqual([
      52_000,
      60_000,
      "O",
      performance.now(),
    ]);
  });

  test("of minutes stands still while the page is closed, and says so until the next move", async () => {
    const first = await begun(2);
    first.live.close();
    await vi.advanceTimersByTimeAsync(3_600_000);
    const { live } = await open(first.live.id);
    expect([live.game!.clock.X, live.game!.state, live.returned]).toEqual([60_000, "playing", true]);
    live.play(4);
    await settled();
    expect(live.returned).toBe(false);
    expect((await open(keep(TWO))).live.returned).toBe(false);
    const other = await open(first.live.id);
    expect(other.live.returned).toBe(true);
    live.command({ t: "undo", ply: 3 });
    await settled();
    for (const listener of store.listeners) listener(live.id);
    await settled();
    expect([other.live.game!.moves.length, other.live.returned], "another tab's move ends it, too").toEqual([2, false]);
  });

  test("of days goes on while the page is closed", async () => {
    const id = keep({ ...TWO, clock: { kind: "days", days: 1 } });
    const first = await open(id);
    await vi.advanceTimersByTimeAsync(1_800_000); // X's own half hour is not O's
    first.live.play(40);
    await settled();
    first.live.close();
    await vi.advanceTimersByTimeAsync(3_600_000);
    const { live } = await open(id);
    expect([live.game!.clock.O, live.returned]).toEqual([82_800_000, false]);
    live.close();
    await vi.advanceTimersByTimeAsync(83_000_000);
    const late = await open(id);
    await vi.advanceTimersByTimeAsync(10);
    expect(late.live.game!.result!.reason).toBe("time");
  });
});

describe("how games begin", () => {
  test.each<[Wishes, object]>([
    [{}, { opponent: "computer", swap: false, clock: { kind: "none" }, previous: null, mode: "modern" }],
    [
      { opponent: "computer", side: "O", level: "keen" },
      { X: { kind: "computer", level: "keen", id: null }, O: { id: "here", name: "" } },
    ],
    [
      { opponent: "computer", side: "X" },
      { X: { id: "here", level: null }, O: { kind: "computer", level: "casual" } },
    ],
    [TWO, { opponent: "same-device", X: { id: "here", name: "Ann" }, O: { id: "here", name: "Ben" } }],
    [
      { opponent: "same-device", swap: true, clock: TIMED },
      { X: { name: "" }, O: { name: "" }, swap: true, clock: TIMED },
    ],
  ])("%j", (wish, begun) => {
    expect(beginningOf(wish, ABOUT.modes[0]!, "casual")).toMatchObject(begun);
  });

  test("a side that is left to chance is either", () => {
    const side = (dice: number): string | null => {
      vi.spyOn(Math, "random").mockReturnValue(dice);
      return beginningOf({ opponent: "computer", side: "random" }, ABOUT.modes[0]!, "casual").X.id;
    };
    expect([side(0.49), side(0.5)]).toEqual([null, "here"]);
  });

  test("a rematch changes who sits there now, and has other dice", () => {
    const standing = new Standing(beginningOf({ ...TWO, swap: true }, ABOUT.modes[0]!, "casual"), engine.rules as never, 0);
    standing.apply({ kind: "move", side: "X", square: 40, spent: 0, left: null, at: 1 }, 0);
    standing.apply({ kind: "swap", side: "O", left: null, at: 2 }, 0);
    const next = rematchOf(standing, "here-2");
    expect([next.X.name, next.O.name, next.previous, next.id, next.swap]).toEqual(["Ann", "Ben", standing.beginning.id, "here-2", true]);
    expect(next.seed).not.toBe(standing.beginning.seed);
  });
});
