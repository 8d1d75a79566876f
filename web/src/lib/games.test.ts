/** Where a game begins, in this page or on the server, and what the server offers. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { About, CreateGame } from "./messages";
import { ABOUT } from "./offered";

const here = vi.hoisted(() => ({ core: true, store: true, id: "here-1", begun: [] as unknown[], kept: [] as unknown[] }));
vi.mock("./positions", () => ({ canRunCore: () => here.core }));
vi.mock("../here/begin", () => ({
  beginHere: (...given: unknown[]) => {
    here.begun.push(given);
    return Promise.resolve(here.id);
  },
}));
vi.mock("../here/store", () => ({ canKeep: () => Promise.resolve(here.store), keptGames: () => Promise.resolve(here.kept) }));

const asked: unknown[] = [];
let games: typeof import("./games");
let settings: typeof import("./settings.svelte").settings;
beforeEach(async () => {
  Object.assign(here, { core: true, store: true, id: "here-1", begun: [], kept: ["one"] });
  asked.length = 0;
  vi.stubGlobal("fetch", (path: string, { method, body }: RequestInit) => {
    asked.push([`${method} ${path.replace("/api/v1", "")}`, JSON.parse(body as string)]);
    return Promise.resolve(Response.json({ game: { id: "g1" } }));
  });
  localStorage.clear();
  vi.resetModules();
  games = await import("./games");
  ({ settings } = await import("./settings.svelte"));
});
afterEach(() => vi.unstubAllGlobals());
const paths = (): unknown[] => asked.map((one) => (one as unknown[])[0]);

describe("a game", () => {
  test.each<[NonNullable<CreateGame["opponent"]>, boolean]>([
    ["computer", true],
    ["same-device", true],
    ["link", false],
    ["open", false],
  ])("against %s begins in this page: %s", async (opponent, isHere) => {
    expect(await games.createGame({ opponent }, [40])).toBe(isHere ? "here-1" : "g1");
    expect([here.begun, settings.here]).toEqual(isHere ? [[[{ opponent }, [40]]], true] : [[], false]);
    expect(asked.length > 0).toBe(!isHere);
  });

  test.each([
    ["the core does not run", { core: false }],
    ["nothing is kept", { store: false }],
    ["the server knows it better", { id: null }],
  ])("is the server's where %s, with one's own first move and no other", async (_, lack) => {
    Object.assign(here, lack);
    const wish = { opponent: "computer", mode: "battle" } as const;
    expect(await games.createGame(wish, [40])).toBe("g1");
    expect(asked).toEqual([["POST /games", wish], ["POST /games/g1/commands", { t: "move", ply: 0, square: 40 }]]); // prettier-ignore
    expect(settings.here).toBe(false);
    asked.length = 0;
    await games.createGame(wish, [40, 36]);
    await games.createGame(wish);
    expect(paths()).toEqual(["POST /games", "POST /games"]);
  });

  test("is looked for in this browser only where one was played there, and can be kept", async () => {
    expect(await games.gamesHere()).toEqual([]);
    settings.here = true;
    expect(await games.gamesHere()).toEqual(["one"]);
    here.store = false;
    expect(await games.gamesHere()).toEqual([]);
  });
});

describe("what the server offers", () => {
  let about: typeof import("./about.svelte");
  const serve = (answer: About | null): { times: number } => {
    const told = { times: 0 };
    vi.stubGlobal("fetch", () => {
      told.times += 1;
      return answer ? Promise.resolve(Response.json(answer)) : Promise.reject(new TypeError("no network"));
    });
    return told;
  };
  beforeEach(async () => {
    about = await import("./about.svelte");
  });

  test("is asked once", async () => {
    const told = serve({ ...ABOUT, version: "1" });
    expect(about.knownAbout()).toBeNull();
    await Promise.all([about.askAbout(), about.askAbout()]);
    await about.askAbout();
    expect([about.knownAbout()!.version, told.times]).toEqual(["1", 1]);
  });

  test("is what this page can do by itself until the server answers, and is asked again then", async () => {
    serve(null);
    expect(await about.askAbout()).toEqual(ABOUT);
    expect(about.knownAbout()).toEqual(ABOUT);
    serve({ ...ABOUT, version: "1" });
    expect((await about.askAbout()).version).toBe("1");
    expect(about.knownAbout()!.version).toBe("1");
  });

  test("says how strong a level is among all", async () => {
    const levels = ["a", "b", "c"].map((name) => ({ ...ABOUT.levels[0]!, name }));
    expect(about.strengthOf("a"), "nothing is known yet").toBe(0.5);
    serve({ ...ABOUT, levels });
    await about.askAbout();
    expect(["a", "b", "c", "x", null].map(about.strengthOf)).toEqual([0, 0.5, 1, 0.5, 0.5]);
  });
});
