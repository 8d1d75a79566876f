// @vitest-environment node
/** The list of one's games follows the server: what it no longer tells of is not under way any more. */

import { afterEach, expect, test, vi } from "vitest";
import type { GameSummary } from "./messages";
import { OwnGames, SHOWN } from "./own-games.svelte";

const here = vi.hoisted((): { games: unknown[]; records: string[] } => ({ games: [], records: [] }));
vi.mock("./games", () => ({ gamesHere: () => Promise.resolve(here.games) }));
vi.mock("../here/records", () => ({ recordsHere: () => Promise.resolve(here.records) }));

afterEach(() => {
  vi.unstubAllGlobals();
  Object.assign(here, { games: [], records: [] });
});

const game = (id: string, state: GameSummary["state"], updated_at: number): GameSummary =>
  ({ id, state, updated_at, mode: "modern", opponent: "open", players: { X: null, O: null }, result: null }) as unknown as GameSummary;

/** What the server answers from now on. */
function serve(...games: GameSummary[]): void {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ games, next: null })));
}

test("a game that was called off leaves the list when the server is asked again, and one that is over stays", async () => {
  const mine = new OwnGames(() => null);
  const ids = (): string[] => mine.all.map(({ id }) => id);
  serve(game("waits", "waiting", 3), game("played", "playing", 2), game("ended", "over", 1));
  await mine.open();
  expect(ids()).toEqual(["waits", "played", "ended"]);
  serve(game("played", "playing", 4));
  await mine.open();
  expect(ids()).toEqual(["played", "ended"]);
});

/** The server's games page by page, the newest first; which pages were asked for. */
function servePages(...pages: GameSummary[][]): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    const cursor = new URL(path, "http://x").searchParams.get("cursor") ?? "0";
    asked.push(cursor);
    const at = Number(cursor);
    return Promise.resolve(Response.json({ games: pages[at], next: at + 1 < pages.length ? String(at + 1) : null }));
  });
  return asked;
}
const page = (name: string, newest: number, count = 15): GameSummary[] =>
  Array.from({ length: count }, (_, n) => game(`${name}${n}`, "over", newest - n));

test("as many pages are asked for as fill the screen, and further ones when more is wanted", async () => {
  const mine = new OwnGames(() => null);
  const asked = servePages(page("a", 300), page("b", 200), page("c", 100), page("d", 50));
  await mine.open();
  expect([asked, mine.shown.length, mine.all.length, mine.hasMore]).toEqual([["0", "1"], SHOWN, 30, true]);
  await mine.more();
  expect([asked, mine.shown.length]).toEqual([["0", "1", "2"], 2 * SHOWN]);
  await mine.open();
  expect([asked.slice(3), mine.all.length], "what was known stays").toEqual([["0"], 45]);
  await mine.more();
  expect([asked.slice(4), mine.shown.length, mine.hasMore]).toEqual([["3"], 60, false]);
  await Promise.all([mine.fill(), mine.fill()]);
  expect(asked).toHaveLength(5);
});

test("a filter asks for as many pages as it needs, and for none that it does not", async () => {
  const mine = new OwnGames(() => null);
  const rare = { ...game("rare", "over", 60), mode: "battle" };
  const asked = servePages(page("a", 300, 25), page("b", 200, 25), [rare]);
  await mine.open();
  expect(asked).toEqual(["0"]);
  mine.filter.mode = "battle";
  await mine.fill();
  expect([asked, mine.shown.map(({ id }) => id), mine.hasMore]).toEqual([["0", "1", "2"], ["rare"], false]);
});

test("a game of this browser that is older than what the server has told waits for its place", async () => {
  const mine = new OwnGames(() => null);
  here.games = [game("old", "over", 250), game("new", "over", 290.5), game("going", "playing", 1)];
  servePages(page("a", 300, 25), page("b", 260, 25));
  await mine.open();
  const place = (id: string): number => mine.all.findIndex((one) => one.id === id);
  expect([place("going"), place("new"), place("old")]).toEqual([0, 11, -1]);
  await mine.more();
  expect(place("old")).toBeGreaterThan(25);
});

test("what the server could not tell is said, and nothing more is asked for until it can", async () => {
  const mine = new OwnGames(() => null);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  here.games = [game("mine", "over", 5)];
  await mine.open();
  expect([mine.trouble!.code, mine.loading, mine.all.length]).toEqual(["offline", false, 1]);
  serve(game("there", "playing", 9));
  await mine.open();
  expect([mine.trouble, mine.all.map(({ id }) => id)]).toEqual([null, ["there", "mine"]]);
});

test("a server without games of theirs adds nothing to the file of records", async () => {
  const mine = new OwnGames(() => null);
  here.games = [game("mine", "over", 5)];
  here.records = ["three"];
  serve();
  await mine.open();
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ text: "", count: 0, next: null })));
  expect(await mine.records(() => undefined)).toEqual({ text: "three", count: 1 });
});

test("all records are one file, the server's page by page and then this browser's, counted on the way", async () => {
  const mine = new OwnGames(() => null);
  here.games = [game("mine", "over", 5)];
  here.records = ["three", "four"];
  serve();
  await mine.open();
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(
      Response.json(path.includes("cursor=x") ? { text: "two", count: 1, next: null } : { text: "one", count: 3, next: "x" }),
    ),
  );
  const counts: number[] = [];
  expect(await mine.records((count) => counts.push(count))).toEqual({ text: ["one", "two", "three", "four"].join("\n"), count: 6 });
  expect(counts).toEqual([3, 4, 6]);
});
