/** The browser's store of games: what is kept, in which order it is listed, who may replace what, and what makes room. */

import { forceCloseDatabase, IDBFactory, IDBObjectStore } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from "vitest";
import type { GameState } from "../lib/messages";
import type { Kept } from "./entries";

/** What other tabs are told, and tell. */
class Channel {
  static told: unknown[] = [];
  static hear: (event: { data: string }) => void = () => undefined;
  constructor(readonly name: string) {}
  postMessage(what: unknown): void {
    Channel.told.push(what);
  }
  addEventListener(_kind: string, hear: typeof Channel.hear): void {
    Channel.hear = hear;
  }
}

let opening: MockInstance<IDBFactory["open"]>;
let store: typeof import("./store");
/** A page of its own, over what the browser keeps. */
async function newPage(): Promise<typeof import("./store")> {
  vi.resetModules();
  return import("./store");
}
beforeEach(async () => {
  const browser = new IDBFactory();
  opening = vi.spyOn(browser, "open");
  Channel.told = [];
  vi.stubGlobal("indexedDB", browser);
  vi.stubGlobal("BroadcastChannel", Channel);
  store = await newPage();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const game = (id: string, updated_at: number, state: GameState = "playing", entries = 0): Kept =>
  ({ id, entries: Array.from({ length: entries }, (_, at) => ({ at })), summary: { id, state, updated_at } }) as unknown as Kept;
const listed = async (): Promise<string> => (await store.keptGames()).map(({ id }) => id).join(" ");
async function keep(...games: Kept[]): Promise<void> {
  for (const one of games) expect(await store.keepGame(one, null)).toBe(true);
}

describe("a game is kept", () => {
  test("with all that happened in it, and found again by a page that opens later", async () => {
    await keep(game("a", 1, "playing", 2));
    expect(await store.readGame("a")).toEqual(game("a", 1, "playing", 2));
    expect(await store.readGame("b")).toBeUndefined();
    store = await newPage();
    expect([await store.readGame("a"), await listed()]).toEqual([game("a", 1, "playing", 2), "a"]);
    expect(await store.canKeep()).toBe(true);
  });

  test.each([
    [null, null, true],
    [0, null, false],
    [null, 0, false],
    [0, 0, true],
    [1, 2, false],
    [2, 1, false],
    [2, 2, true],
  ])("that had %s entries, by who knows of %s: %s", async (known, before, kept) => {
    if (known !== null) await keep(game("a", 1, "playing", known));
    Channel.told = [];
    expect(await store.keepGame(game("a", 9, "playing", 3), before, game("next", 8))).toBe(kept);
    expect((await store.readGame("a"))?.summary.updated_at).toBe(kept ? 9 : known === null ? undefined : 1);
    expect(await store.readGame("next")).toEqual(kept ? game("next", 8) : undefined);
    expect(Channel.told).toEqual(kept ? ["a"] : []);
  });

  test("by one of two who are as quick", async () => {
    await keep(game("a", 1));
    const [one, two] = [game("a", 2, "playing", 1), game("a", 3, "playing", 1)];
    expect(await Promise.all([store.keepGame(one, 0), store.keepGame(two, 0)])).toEqual([true, false]);
    expect((await store.readGame("a"))!.summary.updated_at).toBe(2);
  });

  test("or not at all: a store that is full takes neither it nor the one that follows, and tells nobody", async () => {
    await keep(game("a", 1));
    Channel.told = [];
    const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...given) {
      full.mockRestore();
      queueMicrotask(() => this.transaction.abort()); // as a browser does that has no more room
      return this.put(...given);
    });
    await expect(store.keepGame(game("a", 2, "over", 1), 0, game("next", 3))).rejects.toThrow("the browser's store failed");
    expect([await store.readGame("a"), await listed(), Channel.told]).toEqual([game("a", 1), "a", []]);
  });
});

test("games are listed from the newest on", async () => {
  await keep(game("a", 2), game("b", 3, "over"), game("c", 1));
  expect([await listed(), (await store.allKept()).map(({ id }) => id).join(" ")]).toEqual(["b a c", "b a c"]);
});

describe("room is made", () => {
  const many = [game("a", 50, "over"), game("b", 10), game("c", 20, "over"), game("d", 5), game("e", 30, "aborted"), game("f", 40, "over")];
  test.each([
    [7, "a f e c b d"],
    [6, "a f e c b d"],
    [5, "a f e b d"],
    [4, "a f b d"],
    [3, "a b d"],
    [2, "b d"],
    [1, "b d"],
  ])("for %i by those that were over first; games under way count, and stay", async (most, left) => {
    await keep(...many);
    await store.makeRoom(most);
    expect(await listed()).toBe(left);
  });

  test("beyond five hundred", async () => {
    const over = Array.from({ length: 500 }, (_, n) => game(`g${n}`, 1_000 - n, "over"));
    await keep(...over);
    await store.makeRoom();
    expect(await store.keptGames()).toHaveLength(500);
    await keep(game("going", 0));
    await store.makeRoom();
    expect((await store.keptGames()).map(({ id }) => id).slice(-2)).toEqual(["g498", "going"]);
  });
});

test("another tab's news come to whoever listens, and no longer to who has left", () => {
  const heard: string[] = [];
  const leave = store.onChangedElsewhere((id) => heard.push(`one ${id}`));
  store.onChangedElsewhere((id) => heard.push(`two ${id}`));
  Channel.hear({ data: "a" });
  leave();
  Channel.hear({ data: "b" });
  expect(heard).toEqual(["one a", "two a", "two b"]);
});

const database = (): IDBDatabase => (opening.mock.results[0]!.value as IDBOpenDBRequest).result;

describe("the browser's database", () => {
  test("that is refused keeps nothing, and is asked again the next time", async () => {
    opening.mockImplementation(() => {
      throw new DOMException("private window");
    });
    expect(await store.canKeep()).toBe(false);
    await expect(store.readGame("a")).rejects.toThrow("private window");
    opening.mockRestore();
    await keep(game("a", 1));
    expect([await store.canKeep(), await listed()]).toEqual([true, "a"]);
  });

  test("is opened anew after the browser has closed it", async () => {
    await keep(game("a", 1));
    forceCloseDatabase(database() as never); // its types ask for the class
    await vi.waitFor(async () => expect(await listed()).toBe("a"));
    expect(opening).toHaveBeenCalledTimes(2);
  });

  test("makes way for a page that deletes or changes it, and is opened anew", async () => {
    await keep(game("a", 1));
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase("ninefold");
      request.onsuccess = resolve;
      request.onblocked = reject; // somebody does not make way
    });
    expect(await listed()).toBe("");
    await keep(game("b", 1));
    expect(opening).toHaveBeenCalledTimes(2);
  });
});
