/** After a game, and in the list of all: which level comes next, how a game stands, what a filter takes, what is told and heard. */

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { EMPTY_VIEW } from "../board/view";
import { Announcer, isWon } from "../lib/announcer.svelte";
import { speakFurther, t } from "../lib/i18n/index.svelte";
import type { Cause, Game, GameSummary, News, Result, Side } from "../lib/messages";
import { againstOf, opponentName, OwnGames, SHOWN, standingOf, type Filter } from "../lib/own-games.svelte";
import { aGame, boardOfCase, computer, NOTHING, person, PretendedGame } from "../lib/pretending.svelte";
import { settings } from "../lib/settings.svelte";
import { newsText } from "../lib/words";
import Finished from "./Finished.svelte";
import GameRow from "./GameRow.svelte";

const heard = vi.hoisted(() => ({ sounds: [] as string[], notices: [] as string[], begun: [] as unknown[] }));
vi.mock("../lib/sound", () => ({ play: (sound: string) => heard.sounds.push(sound) }));
vi.mock("../lib/notify", () => ({ notify: (title: string) => heard.notices.push(title) }));
vi.mock("../lib/games", () => ({
  createGame: (wish: unknown) => {
    heard.begun.push(wish);
    return Promise.resolve("g9");
  },
  gamesHere: () => Promise.resolve([]),
}));
vi.mock("../lib/about.svelte", () => ({
  knownAbout: () => ({ levels: [{ name: "casual" }, { name: "keen" }, { name: "full" }], modes: [] }),
}));

beforeAll(async () => {
  await speakFurther();
  vi.stubGlobal("scrollTo", () => undefined);
});
beforeEach(() => {
  localStorage.clear();
  Object.assign(heard, { sounds: [], notices: [], begun: [] });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const by = (winner: Side | null): Result => ({ winner, reason: winner ? "resignation" : "agreement", boards: [] });

describe("after the end", () => {
  function finish(level: string, winner: Side | null, more: Partial<Game> = {}, sides: Side[] = ["O"]): PretendedGame {
    cleanup();
    const players = { X: computer(level), O: person("me") };
    const live = new PretendedGame(aGame({ state: "over", solo: true, opponent: "computer", players, result: by(winner), ...more }), sides);
    render(Finished, { live, game: live.game!, sides, view: EMPTY_VIEW });
    return live;
  }
  const next = (): string[] => [...document.querySelectorAll(".next .button")].map((one) => one.textContent.trim());

  test("the next level waits for who won, the one below for who lost, and neither at the ladder's ends", () => {
    const counts = (level: string, winner: Side | null): (string | undefined)[] => {
      finish(level, winner);
      return next().map((text) => /Casual|Keen|Full/.exec(text)?.[0]);
    };
    expect(counts("keen", "O")).toEqual([expect.stringMatching("Full"), undefined]);
    expect(counts("keen", "X")).toEqual([undefined, "Casual"]);
    expect(counts("keen", null)).toEqual([undefined]);
    expect(counts("full", "O")).toEqual([undefined]);
    expect(counts("casual", "X")).toEqual([undefined]);
  });

  test("the stronger one is played with the same side, clock, mode and swap", async () => {
    finish("keen", "O", { swap: "kept" });
    await fireEvent.click(document.querySelector(".next .button")!);
    expect(heard.begun).toEqual([
      expect.objectContaining({ opponent: "computer", side: "O", level: "full", swap: true, clock: { kind: "none" } }),
    ]);
  });

  test("a rematch is asked for once, followed when it is there, and not offered to watchers", async () => {
    const live = finish("keen", null);
    await fireEvent.click(document.querySelector(".next .button")!);
    expect(live.commands).toEqual([{ t: "offer", what: "rematch" }]);
    finish("keen", null, { offers: { draw: null, takeback: null, rematch: "O" } });
    expect(document.querySelector<HTMLButtonElement>(".next .button")!.disabled).toBe(true);
    finish("keen", null, { rematch: "g2" });
    expect(document.querySelector(".next a")!.getAttribute("href")).toBe("/game/g2");
    finish("keen", "O", {}, []);
    expect(next()).toEqual([]);
  });

  test("only what was played to its end is reviewed", () => {
    const review = (): boolean => document.querySelector('.look a[href$="/review"]') !== null;
    finish("keen", "O");
    expect(review()).toBe(true);
    finish("keen", "O", { moves: [] });
    expect(review()).toBe(false);
    finish("keen", null, { state: "aborted", result: { winner: null, reason: "aborted", boards: [] } });
    expect(review()).toBe(false);
  });
});

describe("games in a list", () => {
  const me = { id: "me", name: "Mia" };
  const game = (more: Partial<GameSummary>): GameSummary =>
    ({
      ...{ id: "g", state: "playing", mode: "modern", opponent: "link", turn: "X", ply: 4, updated_at: 1, result: null },
      ...{ players: { X: person("me", "Mia"), O: person("ben", "Ben") }, owners: ".........", cells: ".".repeat(81), ...more },
    }) as GameSummary;
  const over = (winner: Side | null, more: Partial<GameSummary> = {}): GameSummary => game({ state: "over", result: by(winner), ...more });
  const shared = { opponent: "same-device", players: { X: person("me"), O: person("me") } } as const;

  test("stand as they do for whoever plays them", () => {
    expect([game({}), game({ turn: "O" }), game({ state: "waiting" })].map((one) => standingOf(one, me))).toEqual([
      ...["turn", "theirs", "waiting"],
    ]);
    expect([over("X"), over("O"), over(null), over("X", shared)].map((one) => standingOf(one, me))).toEqual([
      "won",
      "lost",
      "drawn",
      "over",
    ]);
    expect([standingOf(game({}), null), standingOf(over("X"), null)]).toEqual(["theirs", "over"]);
  });

  test("are against people, the computer, or nobody else, by the other's name", () => {
    const opponents = ["link", "open", "computer", "same-device"] as const;
    expect(opponents.map((opponent) => againstOf(game({ opponent })))).toEqual(["people", "people", "computer", "same-device"]);
    expect([opponentName(game({}), me), opponentName(game({}), null)]).toEqual(["Ben", "Mia – Ben"]);
  });

  test("are told in a row, with the way to a review where there is one", () => {
    const row = (one: GameSummary): string => {
      cleanup();
      render(GameRow, { game: one, me });
      return document.querySelector(".tag")!.textContent;
    };
    const loud = (): boolean => document.querySelector(".tag.loud") !== null;
    const review = (): boolean => document.querySelector("a.review") !== null;
    expect([row(game({})), loud(), review()]).toEqual(["Your turn", true, false]);
    expect(document.querySelector(".told")!.textContent).toContain("Ben");
    expect([row(game({ turn: "O" })) === "Your turn", loud()]).toEqual([false, false]);
    expect([row(over("X")) !== "", loud(), review()]).toEqual([true, true, true]);
    expect([row(over("O")) !== "", loud()]).toEqual([true, false]);
    expect([row(over("X", { ply: 0 })) !== "", review()]).toEqual([true, false]);
    expect(row(game(shared))).not.toBe("Your turn");
    row(game({ state: "waiting", players: { X: person("me"), O: null } }));
    expect(screen.getByTestId("own-game").dataset["standing"]).toBe("waiting");
  });

  async function listed(...games: GameSummary[]): Promise<OwnGames> {
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ games, next: null })));
    const mine = new OwnGames(() => me);
    await mine.open();
    return mine;
  }

  test("are sifted by mode, result, opponent and name, unfinished ones first, then the newest", async () => {
    const mine = await listed(
      over("X", { id: "won", updated_at: 9 }),
      over("O", { id: "lost", updated_at: 8, mode: "battle" }),
      over(null, { id: "drawn", updated_at: 10, opponent: "computer", players: { X: person("me"), O: computer("keen") } }),
      game({ id: "mine", updated_at: 2 }),
      game({ id: "theirs", updated_at: 3, turn: "O" }),
      game({ id: "waits", updated_at: 1, state: "waiting", players: { X: person("me"), O: null } }),
      game({ id: "off", state: "aborted", updated_at: 99 }),
    );
    const kept = (filter: Partial<Filter>): string => {
      Object.assign(mine.filter, { mode: "", result: "", against: "", name: "", ...filter });
      return mine.shown.map(({ id }) => id).join(" ");
    };
    expect(kept({})).toBe("theirs mine waits drawn won lost");
    expect(kept({ result: "running" })).toBe("theirs mine");
    expect(kept({ result: "waiting" })).toBe("waits");
    expect(kept({ result: "over" })).toBe("drawn won lost");
    expect(["won", "drawn", "lost"].map((result) => kept({ result } as Partial<Filter>))).toEqual(["won", "drawn", "lost"]);
    expect(kept({ mode: "battle" })).toBe("lost");
    expect(kept({ against: "computer" })).toBe("drawn");
    expect(kept({ against: "people" })).toBe("theirs mine waits won lost");
    expect(kept({ name: " bEN " })).toBe("theirs mine won lost");
    expect(mine.modes).toEqual(["modern", "battle"]);
  });

  test("come a screenful at a time", async () => {
    const mine = await listed(...Array.from({ length: SHOWN + 1 }, (_, n) => over("X", { id: `g${n}`, updated_at: 100 - n })));
    expect([mine.shown.length, mine.hasMore]).toEqual([SHOWN, true]);
    await mine.more();
    expect([mine.shown.length, mine.hasMore]).toEqual([SHOWN + 1, false]);
  });

  test("elsewhere are news to the one who did not cause it", () => {
    const news = (cause: Partial<Cause>, more: Partial<GameSummary> = {}): string =>
      newsText({ cause: { ...NOTHING, ...cause }, game: game(more) } as unknown as News, "X");
    expect(news({ kind: "move", by: "O" })).toContain("Ben");
    expect(news({ kind: "move", by: "X" }, { turn: "O" })).toBe("");
    expect(news({ kind: "join", by: "O" }, { turn: "O" })).not.toBe(news({ kind: "join", by: "O" }));
    expect(news({ kind: "offer", by: "O", what: "draw" })).toContain("draw");
    expect(news({ kind: "offer", by: "X", what: "draw" })).toBe("");
    expect(news({ kind: "resign", by: "O" }, { state: "over", result: by("X") })).toContain("Ben");
    expect(news({ kind: "resign", by: "X" }, { state: "over", result: by("O") })).toBe("");
  });
});

describe("what is told and heard", () => {
  function told(before: Game, after: Game, cause: Partial<Cause>, sides: Side[]): Announcer {
    const announcer = new Announcer(() => new PretendedGame(after, sides));
    announcer.tellChange({ ...NOTHING, ...cause }, before);
    return announcer;
  }
  const START = aGame({ board: boardOfCase("modern", "held", "before"), moves: [] });
  const moved: Partial<Cause> = { kind: "move", by: "X", square: 49 };

  test("a move sounds otherwise to the one whose turn it is, who is called to it", () => {
    expect(told(START, aGame(), moved, ["O"]).spoken).toMatch(/^X .*6.*5/);
    expect([heard.sounds, heard.notices.length]).toEqual([["theirs"], 1]);
    told(START, aGame(), moved, ["X"]);
    told(START, aGame({ solo: true }), moved, ["O"]);
    expect([heard.sounds, heard.notices.length]).toEqual([["theirs", "move", "theirs"], 1]);
  });

  test("a board that is captured or stolen is heard, and a stolen one is noted", () => {
    const pair = (mode: string, name: string): [Game, Game] => [
      aGame({ board: boardOfCase(mode, name, "before") }),
      aGame({ board: boardOfCase(mode, name) }),
    ];
    expect(told(...pair("modern", "captured by X"), moved, ["O"]).note).toBe("");
    const { note } = told(...pair("battle", "stolen"), { ...moved, by: "O" }, ["O"]);
    expect([note.includes("O"), note.includes("5")]).toEqual([true, true]);
    expect(heard.sounds).toEqual(["capture", "steal"]);
  });

  test("the end is told once, gladly to the winner", () => {
    const over = aGame({ state: "over", result: by("O") });
    expect(told(aGame(), over, { kind: "resign", by: "X" }, ["O"]).urgent).toBe("You win! X resigned.");
    expect(told(aGame(), over, { kind: "resign", by: "X" }, ["X"]).urgent).toBe("You lose You resigned.");
    expect(heard.sounds).toEqual(["win", "end"]);
    expect(told(over, over, {}, ["O"]).urgent).toBe("");
    expect([isWon(over, ["O"]), isWon(over, ["X"]), isWon(over, []), isWon(over, ["X", "O"])]).toEqual([true, false, true, true]);
    expect(isWon(aGame({ result: by(null) }), [])).toBe(false);
  });

  test("what somebody says stands for six seconds, a newer phrase as long again, each side's by itself", async () => {
    vi.useFakeTimers();
    const announcer = new Announcer(() => new PretendedGame(aGame(), ["O"]));
    const says = (): (string | undefined)[] => [announcer.says.X, announcer.says.O];
    await announcer.hear("X", "hello");
    expect(announcer.spoken).toBe(`Ann: ${t("phrase.hello")}`);
    vi.advanceTimersByTime(2_000);
    await announcer.hear("O", "luck");
    expect(announcer.spoken, "one's own is not read out").toBe(`Ann: ${t("phrase.hello")}`);
    vi.advanceTimersByTime(2_000);
    await announcer.hear("X", "nice");
    vi.advanceTimersByTime(3_999);
    expect(says()).toEqual([t("phrase.nice"), t("phrase.luck")]);
    vi.advanceTimersByTime(1);
    expect(says()).toEqual([t("phrase.nice"), ""]);
    vi.advanceTimersByTime(1_999);
    expect(says()).toEqual([t("phrase.nice"), ""]);
    vi.advanceTimersByTime(1);
    expect(says()).toEqual(["", ""]);
    settings.phrases = false;
    await announcer.hear("X", "wow");
    settings.phrases = true;
    expect(says()).toEqual(["", ""]);
    vi.useRealTimers();
  });

  test("a note goes with the next thing that happens, and moves that were missed are told as moves", () => {
    const live = new PretendedGame(aGame(), ["O"]);
    const announcer = new Announcer(() => live);
    announcer.tell("Something was said.");
    expect([announcer.note, announcer.spoken]).toEqual(["Something was said.", "Something was said."]);
    announcer.tellChange({ ...NOTHING, kind: "state" }, START);
    expect([announcer.note, announcer.spoken]).toEqual(["", expect.stringMatching(/^X .*6.*5/)]);
    announcer.tellChange({ ...NOTHING, kind: "state" }, aGame());
    expect(announcer.spoken).toBe("");
  });

  test("what the other side did is noted, one's own and an offer are not", () => {
    const declined: Partial<Cause> = { kind: "decline", what: "draw" };
    expect(told(aGame(), aGame(), { ...declined, by: "X" }, ["O"]).note).toContain("Ann");
    expect(told(aGame(), aGame(), { ...declined, by: "O" }, ["O"]).note).toBe("");
    expect(told(aGame(), aGame(), { kind: "offer", what: "draw", by: "X" }, ["O"]).note).toBe("");
  });
});
