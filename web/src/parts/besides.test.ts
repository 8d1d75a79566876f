/** What stands beside a game: news of others, games in short lists, what can be taken along, and joining by a link. */

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { speakFurther } from "../lib/i18n/index.svelte";
import { line } from "../lib/line.svelte";
import type { Cause, GameSummary, News, Replay, Side } from "../lib/messages";
import { aGame, NOTHING, person, PretendedGame } from "../lib/pretending.svelte";
import { go } from "../lib/router.svelte";
import { settings } from "../lib/settings.svelte";
import { viewOf } from "../lib/view";
import GameList from "./GameList.svelte";
import Keep from "./Keep.svelte";
import Tidings from "./Tidings.svelte";
import Waiting from "./Waiting.svelte";

const noticed = vi.hoisted((): string[] => []);
vi.mock("../lib/notify", () => ({ notify: (_title: string, text: string, tag: string) => noticed.push(`${tag}: ${text}`) }));
const files = vi.hoisted((): { name: string; blob: Blob }[] => []);
vi.mock("../lib/files", () => ({ offerFile: (blob: Blob, name: string) => files.push({ blob, name }) }));

beforeAll(() => speakFurther());
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("scrollTo", () => undefined);
  [noticed.length, files.length] = [0, 0];
  Object.assign(line, { me: { id: "me", name: "Mia" }, news: [], search: null });
  settings.named = true;
  go("/learn");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const press = async (name: string): Promise<void> => {
  await fireEvent.click(screen.getByRole("button", { name }));
  await settled();
};

const summary = (id: string, more: Partial<GameSummary> = {}): GameSummary =>
  ({
    ...{ id, state: "playing", mode: "modern", opponent: "link", turn: "X", ply: 4, updated_at: 1, result: null },
    ...{ players: { X: person("me", "Mia"), O: person("ben", "Ben") }, owners: ".........", cells: ".".repeat(81), ...more },
  }) as GameSummary;

describe("news of other games", () => {
  const news = (id: string, cause: Partial<Cause> = {}, more: Partial<GameSummary> = {}): News =>
    ({ t: "news", cause: { ...NOTHING, kind: "move", by: "O", ...cause }, game: summary(id, more) }) as unknown as News;
  const shown = (): string[] => screen.queryAllByTestId("news").map((one) => one.querySelector("a")!.getAttribute("href")!);
  async function tell(...all: News[]): Promise<void> {
    line.news = all;
    await tick();
  }

  test("are told to whoever plays there and did not cause it, with the way to the game", async () => {
    render(Tidings);
    const theirs = { players: { X: person("ann", "Ann"), O: person("me", "Mia") }, turn: "O" } as const;
    await tell(
      news("a"),
      news("mine", { by: "X" }),
      news("b", { by: "X" }, theirs),
      news("c", {}, { players: { X: null, O: person("ben") } }),
    );
    expect(shown()).toEqual(["/game/a", "/game/b"]);
    expect(screen.getAllByTestId("news").map((one) => one.textContent)).toEqual([
      expect.stringContaining("Ben"),
      expect.stringContaining("Ann"),
    ]);
    Object.assign(line, { me: null });
    await tick();
    expect(shown()).toEqual([]);
  });

  test("call whoever looks elsewhere once each, also when an older one goes", async () => {
    render(Tidings);
    const [one, two] = [news("a"), news("b")];
    await tell(one);
    await tell(one, two);
    expect(noticed.map((text) => text[0])).toEqual(["a", "b"]);
    await tell(two);
    await tell(one, two);
    await tell(one);
    expect(noticed.map((text) => text[0])).toEqual(["a", "b"]);
    await tell(one, news("b", { kind: "resign" }, { state: "over", result: { winner: "X", reason: "resignation", boards: [] } }));
    expect(noticed).toHaveLength(3);
  });

  test("stay for twenty seconds, or until they are put away, or their game is looked at", async () => {
    render(Tidings);
    await tell(news("a"), news("b"), news("c"));
    await fireEvent.click(screen.getAllByRole("button", { name: "Close" })[1]!);
    expect(shown()).toEqual(["/game/a", "/game/c"]);
    go("/game/a/review");
    await tick();
    expect(shown()).toEqual(["/game/a", "/game/c"]);
    go("/game/a");
    await tick();
    expect([shown(), line.news.map(({ game }) => game.id)]).toEqual([["/game/c"], ["c"]]);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(shown()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(line.news).toEqual([]);
  });

  test("go when their time is over, whatever else is told meanwhile", async () => {
    render(Tidings);
    const [one, two] = [news("a"), news("b")];
    await tell(one);
    await vi.advanceTimersByTimeAsync(15_000);
    await tell(one, two);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(shown()).toEqual(["/game/b"]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(shown()).toEqual([]);
  });
});

describe("a short list of games", () => {
  const told = (game: GameSummary, me: string | null = "me"): [string, string, boolean] => {
    cleanup();
    render(GameList, { games: [game], me });
    const small = document.querySelector(".small")!;
    const names = document.querySelector(".names")!.textContent.replace(/\s+/g, " ").trim();
    return [names, small.textContent.split(" · ")[1]!.trim(), small.querySelector(".turn") !== null];
  };
  const by = (winner: Side | null): Partial<GameSummary> => ({ state: "over", result: { winner, reason: "line", boards: [] } });

  test.each<[string, Partial<GameSummary>, string | null, [string, string, boolean]]>([
    ["one's own turn", {}, "me", ["You – Ben", "Your turn", true]],
    ["the other's turn", { turn: "O" }, "me", ["You – Ben", "4 moves", false]],
    ["somebody else's", {}, "else", ["Mia – Ben", "4 moves", false]],
    ["nobody known", {}, null, ["Mia – Ben", "4 moves", false]],
    ["one in this page", { id: "here-1", players: { X: person("here"), O: person("x", "Keen") } }, null, ["You – Keen", "Your turn", true]],
    [
      "one device",
      { opponent: "same-device", players: { X: person("me", "Ann"), O: person("me", "Bo") } },
      "me",
      ["Ann – Bo", "4 moves", false],
    ],
    ["a win", by("O"), "me", ["You – Ben", "O won", false]],
    ["a draw", by(null), "me", ["You – Ben", "drawn", false]],
  ])("tells %s", (_what, more, me, said) => expect(told(summary("g", more), me)).toEqual(said));

  test("says what it is given where there is none, and where a game waits for somebody", () => {
    render(GameList, { games: [], me: "me", empty: "Nobody plays." });
    expect(document.body.textContent).toContain("Nobody plays.");
    expect(told(summary("g", { state: "waiting", players: { X: person("me"), O: null } }))[2]).toBe(false);
    expect(document.querySelector("a")!.getAttribute("href")).toBe("/game/g");
    told(summary("here-7"));
    expect(document.querySelector("a")!.getAttribute("href")).toBe("/play/7");
  });
});

describe("a game to take along", () => {
  const keep = (): void => {
    const live = new PretendedGame();
    live.answers.replay = { record: "the record" } as Replay;
    const game = aGame();
    render(Keep, { live, game, view: viewOf(game.board, game.axes) });
  };
  const said = (): string => screen.getByRole("status").textContent;

  test("is copied, or saved under its name where there is no clipboard", async () => {
    const copied: string[] = [];
    vi.stubGlobal("navigator", { clipboard: { writeText: (text: string) => Promise.resolve(copied.push(text)) } });
    keep();
    await press("Copy record");
    expect([copied, files, said()]).toEqual([["the record"], [], "The record is copied."]);
    vi.stubGlobal("navigator", {});
    await press("Copy record");
    expect([files.map(({ name }) => name), said()]).toEqual([["ninefold-g1.txt"], "The record is saved."]);
    await press("Save record");
    expect([files.length, files[1]!.blob.size, files[1]!.blob.type]).toEqual([2, "the record".length, "text/plain"]);
  });

  test("or it is said why not", async () => {
    const live = new PretendedGame();
    live.replay = () => Promise.reject(new Error("no"));
    const game = aGame();
    render(Keep, { live, game, view: viewOf(game.board, game.axes) });
    await press("Save record");
    expect([files, said() === ""]).toEqual([[], false]);
  });
});

describe("a game that waits", () => {
  const calls: string[] = [];
  const wait = (more: Parameters<typeof aGame>[0], seated = false, join = (): Promise<void> => Promise.resolve()): void => {
    calls.length = 0;
    const game = aGame({ state: "waiting", players: { X: person("ann", "Ann"), O: null }, ...more });
    const onjoin = (): Promise<void> => {
      calls.push("join");
      return join();
    };
    render(Waiting, { game, seated, onjoin, onabort: () => calls.push("abort") });
  };

  test.each<[Parameters<typeof aGame>[0], string]>([
    [{}, "O"],
    [{ players: { X: null, O: person("ann", "Ann") } }, "X"],
  ])("says whose it is and which side is free: %#", async (more, side) => {
    wait(more);
    await settled();
    expect(screen.getByRole("heading").textContent).toContain("Ann");
    expect(document.querySelector("p")!.textContent).toContain(`play ${side}`);
    expect(screen.queryByText(/change sides|take over/)).toBeNull();
    await press("Join the game");
    expect(calls).toEqual(["join"]);
  });

  test("asks whoever joins for a name if they have none, and gives it first", async () => {
    Object.assign(line, { me: { id: "me", name: "" } });
    settings.named = false;
    const asked: string[] = [];
    vi.stubGlobal("fetch", (_path: string, { body }: RequestInit) => {
      asked.push(body as string);
      calls.push("name");
      return Promise.resolve(Response.json({ id: "me", name: "Lin" }));
    });
    const renamed = vi.spyOn(line, "rename").mockImplementation(() => undefined);
    wait({ swap: "ahead" });
    await fireEvent.input(screen.getByRole("textbox"), { target: { value: "  Lin " } });
    await press("Join the game");
    expect([asked, calls, settings.named, renamed.mock.calls]).toEqual([
      ['{"name":"Lin"}'],
      ["name", "join"],
      true,
      [[{ id: "me", name: "Lin" }]],
    ]);
  });

  test("says why nobody could join, and lets it be tried again", async () => {
    wait({}, false, () => Promise.reject(new Error("no")));
    await press("Join the game");
    expect(screen.getByRole("alert").textContent).not.toBe("");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Join the game" }).disabled).toBe(false);
  });

  test("is called off by whoever made it", async () => {
    wait({}, true);
    await settled();
    await press("Cancel");
    expect([calls, screen.queryByRole("button", { name: "Join the game" })]).toEqual([["abort"], null]);
  });
});
