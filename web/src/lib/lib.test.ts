/** The small pure parts: addresses, clocks, sentences. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nextLegal } from "../board/geometry";
import { api, ask, asTrouble, socketAddress, Trouble } from "./api";
import { isDays, nextLook, timeLeft, wholeDays, writeSpan, writeTime } from "./clock";
import { speakFurther, t } from "./i18n/index.svelte";
import { answer, cellToAskFor, comesBack, homeAfter, judge } from "./lesson";
import type { Axes, Board, Cause, Clock, Game, Remark, Result, Side } from "./messages";
import { modeLine, modeName, modeWord, ruleSentences } from "./modes";
import { currentRoute, gamePath, go, routeOf, startRouter } from "./router.svelte";
import { countGame } from "./series";
import { fitAxes, readMode, variantWord } from "./variants";
import { ownerChange, viewOf, withMoveUnderway } from "./view";
import {
  causedBy,
  causeText,
  clockShort,
  clockText,
  endingFor,
  moveSentence,
  newsText,
  playerName,
  remarksText,
  resultText,
  turnText,
  whereText,
  wishesText,
} from "./words";

it.each([
  ["/", { page: "home" }],
  ["/game/abc", { page: "game", id: "abc" }],
  ["/game/a%2Fb/", { page: "game", id: "a/b" }],
  ["/game", { page: "missing" }],
  ["/game/a/b", { page: "missing" }],
  ["/learn", { page: "learn", mode: null }],
  ["/learn/battle", { page: "learn", mode: "battle" }],
  ["/watch", { page: "watch" }],
  ["/settings/x", { page: "missing" }],
  ["/%E0%A4%A", { page: "missing" }],
])("%s is a page or none", (path, route) => expect(routeOf(path)).toEqual(route));

it.each([
  [0, "0.0"],
  [9_949, "9.9"],
  [10_000, "0:10"],
  [65_000, "1:05"],
  [3_599_999, "59:59"],
  [3_600_000, "1:00:00"],
])("%i ms is written %s", (milliseconds, text) => expect(writeTime(milliseconds)).toBe(text));

it("counts down only the clock that runs, and never below nothing", () => {
  const clock: Clock = { settings: { kind: "timed", initial_s: 60, increment_s: 0 }, X: 5_000, O: 7_000, running: "X", starts_in: 0 };
  expect([timeLeft(clock, "X", 2_000), timeLeft(clock, "O", 2_000), timeLeft(clock, "X", 9_000)]).toEqual([3_000, 7_000, 0]);
  expect([1_000, 2_000].map((elapsed) => timeLeft({ ...clock, starts_in: 1_500 }, "X", elapsed))).toEqual([5_000, 4_500]);
  expect(timeLeft({ ...clock, X: null }, "X", 1)).toBeNull();
});

it.each([
  [".........", "X........", { board: 0, kind: "capture", by: "X" }],
  ["X........", "O........", { board: 0, kind: "steal", by: "O" }],
  [".........", "-........", { board: 0, kind: "dead", by: null }],
  ["X........", "X........", null],
])("from %s to %s a board changes", (before, after, change) => expect(ownerChange(before, after, 4)).toEqual(change));

it("walks through legal squares in reading order and round the end", () => {
  expect(nextLegal([0, 3, 80], 0)).toBe(3);
  expect(nextLegal([0, 3, 80], 80)).toBe(0);
  expect(nextLegal([0, 3, 80], 0, true)).toBe(80);
  // By rows of the whole board, not board by board.
  expect([nextLegal([3, 0, 9], 0), nextLegal([3, 0, 9], 9), nextLegal([3, 0, 9], 3, true)]).toEqual([9, 3, 9]);
  expect(nextLegal([], 0)).toBeNull();
});

it("calls the computer the computer, and its level a level", () => {
  const computer = { kind: "computer", name: "", level: "first-game" } as NonNullable<Game["players"]["O"]>;
  expect(playerName(computer, "O")).toBe("Computer (First game)");
  const game = { board: { turn: "O", ply: 1, held: 0, legal: [0] }, players: { X: null, O: computer } } as unknown as Game;
  expect(turnText(game, ["X"]).who).toBe("The computer is thinking");
});

it("asks about changing sides before it says where to play", () => {
  const game = { swap: "open", board: { turn: "O", ply: 1, held: 0, legal: [0] }, players: { X: null, O: null } } as unknown as Game;
  expect(turnText(game, ["O"])).toEqual({ who: "Your turn", where: "change sides, or stay O?" });
  expect(turnText({ ...game, swap: "off" }, ["O"]).where).toBe("play in board 1, top left");
});

it("tells of a swap by the side that whoever did it has now", () => {
  const swap = { kind: "swap", by: "O" } as Cause;
  const game = { players: { X: { kind: "person", name: "Lin" }, O: { kind: "person", name: "Ada" } } } as unknown as Game;
  expect(causedBy(swap)).toBe("X");
  expect(causeText(swap, game, ["O"])).toMatch(/^Lin /);
  expect(causedBy({ ...swap, kind: "resign" })).toBe("O");
});

it("tells those who joined which side is theirs, and the others who came", () => {
  const join = { kind: "join", by: "O" } as Cause;
  const game = { players: { X: null, O: { kind: "person", name: "" } } } as unknown as Game;
  expect(causeText(join, game, ["O"])).toBe("You play O.");
  expect(causeText(join, game, ["X"])).toBe("Player O has joined.");
});

it("tells what a move was for as seen from this page", async () => {
  await speakFurther();
  const remarks = [
    { code: "sends-to-full", board: 4, text: "" },
    { code: "allows-capture", board: null, text: "" },
  ] as Remark[];
  expect(remarksText(remarks, "O", ["X"])).toBe("It sends you to board 5, which is full: a free move. But it lets you capture a board.");
  expect(remarksText(remarks, "X", ["X"])).toMatch(/^It sends O to board 5/);
  expect(remarksText(remarks, "O", ["X", "O"])).toMatch(/^It sends X to board 5/);
});

it("tells how a game ended to the winner, the loser and a watcher", () => {
  const told = (reason: Result["reason"], winner: Side | null, sides: Side[]): string =>
    Object.values(resultText({ winner, reason, boards: reason === "line" ? [0, 4, 8] : [] }, sides, "XXO.XX-OO")).join(" | ");
  expect(told("resignation", "X", ["O"])).toBe("You lose | You resigned.");
  expect(told("resignation", "X", ["X"])).toBe("You win! | O resigned.");
  expect(told("time", "O", [])).toBe("O wins | X ran out of time.");
  expect(told("line", "X", ["X", "O"])).toBe("X wins | Three boards in a row: 1 5 9.");
  expect(told("tie-break", "X", ["X"])).toBe("You win! | No three boards in a row, but you own more: 4 to 3.");
  expect(told("abandoned", null, ["X"])).toBe("Draw | One player left the game.");
  expect(told("aborted", null, ["X"])).toBe("Cancelled | The game was cancelled before it began.");
});

it("tells the rules of a variant from its axes, and writes it as one word", () => {
  const own = { release: "full", free_move: "unfilled", ownership: "latest", ending: "full", tie_break: "boards" } as const;
  expect(modeWord("own", own)).toBe("own:release=full,free_move=unfilled,ownership=latest,ending=full,tie_break=boards");
  expect(modeLine(own)).toBe(t("mode.changes-hands.line"));
  expect(modeLine({ ...own, ownership: "first" })).toBe(t("mode.holds.line"));
  expect(ruleSentences(own, true)).toContain(t("rule.swap"));
  expect(ruleSentences(own).at(-1)).toBe(`${t("rule.ending.full")} ${t("rule.tie_break.boards")}`);
  expect([modeName("battle"), modeName("skirmish"), modeName("known")]).toEqual(["Battle", "Skirmish", "Known"]);
});

it("counts a series over its rematches, a game once however often it is told", () => {
  localStorage.clear();
  const game = (id: string, previous: string | null, winner: Side | null) =>
    ({ id, previous, result: { winner, reason: winner ? "line" : "draw", boards: [] } }) as unknown as Game;
  expect(countGame(game("a", null, "X"), "X")).toBeNull();
  expect(countGame(game("b", "a", "X"), "O")).toEqual({ won: 1, drawn: 0, lost: 1 });
  expect(countGame(game("b", "a", "X"), "O")).toEqual({ won: 1, drawn: 0, lost: 1 });
  expect(countGame(game("c", "b", null), "X")).toEqual({ won: 1, drawn: 1, lost: 1 });
  for (let n = 0; n < 70; n += 1) countGame(game(`other${n}`, null, "O"), "X"); // long ago now
  expect(countGame(game("e", "d", "X"), "X")).toBeNull();
  expect(countGame(game("f", "e", "O"), "X")).toEqual({ won: 1, drawn: 0, lost: 1 });
  expect(countGame(game("g", "f", "X"), "X")).toEqual({ won: 2, drawn: 0, lost: 1 });
  expect(countGame({ ...game("h", "g", null), result: null }, "X")).toEqual({ won: 2, drawn: 0, lost: 1 });
  localStorage.setItem("ninefold-series", "{");
  expect(countGame(game("i", "g", "X"), "X")).toBeNull();
});

describe("a question to the server", () => {
  let asked: [string, RequestInit][] = [];
  const reply = (response: () => Promise<Response>): void => {
    asked = [];
    vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
      asked.push([path, init]);
      return response();
    });
  };
  const told =
    (body: unknown, status = 200): (() => Promise<Response>) =>
    () =>
      Promise.resolve(Response.json(body, { status }));
  const trouble = (): Promise<unknown> =>
    ask("GET", "/x").then(
      () => "an answer",
      (error: Trouble) => [error.code, error.detail],
    );
  afterEach(() => vi.unstubAllGlobals());

  it("comes back as its answer, or as one trouble with a code", async () => {
    reply(told({ name: "Mia" }));
    expect(await ask("GET", "/me")).toEqual({ name: "Mia" });
    reply(() => Promise.resolve(new Response(null, { status: 204 })));
    expect(await ask("DELETE", "/me")).toBeUndefined();
    for (const [response, code, detail] of [
      [() => Promise.reject(new TypeError("no network")), "offline", ""],
      [told({ code: "no-such-game", detail: "It is gone." }, 404), "no-such-game", "It is gone."],
      [() => Promise.resolve(new Response("<html>", { status: 502 })), "offline", ""],
      [() => Promise.resolve(new Response("<html>", { status: 501 })), "unreadable", ""],
      [() => Promise.resolve(new Response("<html>")), "unreadable", ""],
    ] as const) {
      reply(response);
      expect(await trouble()).toEqual([code, detail]);
    }
    expect([asTrouble(new Trouble("stale", "Late.")).code, asTrouble(new Error("no")).code]).toEqual(["stale", "unreadable"]);
  });

  it("goes to its place, with what is wished as JSON", async () => {
    reply(told({}));
    await api.myGames();
    await api.myGames({ limit: 1 });
    await api.myGames({ cursor: "a b" });
    await api.myRecords(null);
    await api.myRecords("c&d");
    await api.join("a/b");
    await api.hint("g");
    await api.why("g", 3);
    await api.replay("g");
    await api.mode("own:release=full");
    await api.deleteToken("t 1");
    expect(asked.map(([path, { method }]) => `${method} ${path.replace("/api/v1", "")}`)).toEqual([
      "GET /me/games?limit=40",
      "GET /me/games?limit=1",
      "GET /me/games?limit=40&cursor=a%20b",
      "GET /me/records?limit=100",
      "GET /me/records?limit=100&cursor=c%26d",
      "POST /games/a%2Fb/join",
      "GET /games/g/hint",
      "GET /games/g/why?ply=3",
      "GET /games/g/replay",
      "GET /modes/own%3Arelease%3Dfull",
      "DELETE /me/tokens/t%201",
    ]);
    await api.rename("Mia");
    await api.createToken("bot", ["read"]);
    await api.command("g", { t: "resign", id: "1" });
    expect(
      asked.slice(-3).map(([path, { method, body }]) => [method, path.replace("/api/v1", ""), JSON.parse(body as string) as unknown]),
    ).toEqual([
      ["PUT", "/me", { name: "Mia" }],
      ["POST", "/me/tokens", { label: "bot", scopes: ["read"] }],
      ["POST", "/games/g/commands", { t: "resign", id: "1" }],
    ]);
    expect(asked.at(-1)![1].headers).toMatchObject({ "content-type": "application/json" });
    expect(socketAddress("/me/live")).toBe("ws://localhost:3000/api/v1/me/live");
  });
});

describe("a link in the page", () => {
  /** Whether a press is followed in the page; the browser of these tests cannot follow it. */
  const press = (html: string, init: MouseEventInit = {}, handled = false): boolean => {
    document.body.innerHTML = html;
    const link = document.querySelector("span")!;
    let followed = false;
    const see = (event: Event): void => {
      followed = event.defaultPrevented;
      event.preventDefault();
    };
    if (handled) link.addEventListener("click", (event) => event.preventDefault());
    addEventListener("click", see, { once: true });
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init }));
    return followed;
  };
  beforeEach(() => {
    vi.stubGlobal("scrollTo", () => undefined);
    go("/");
  });
  afterEach(() => vi.unstubAllGlobals());

  it("leads inside without loading anew; new tabs, files and other places are the browser's", () => {
    startRouter();
    expect(press('<a href="/learn/battle"><span>x</span></a>')).toBe(true);
    expect([currentRoute(), location.pathname]).toEqual([{ page: "learn", mode: "battle" }, "/learn/battle"]);
    for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])
      expect(press('<a href="/"><span>x</span></a>', init), JSON.stringify(init)).toBe(false);
    for (const link of [
      'href="/" target="_blank"',
      'href="/f.txt" download',
      'href="https://example.org/"',
      'href="/api/docs"',
      'href="#content"',
    ])
      expect(press(`<a ${link}><span>x</span></a>`), link).toBe(false);
    expect(press("<span>x</span>")).toBe(false);
    press('<a href="/"><span>x</span></a>', {}, true); // somebody else has dealt with it
    expect(location.pathname).toBe("/learn/battle");
    history.pushState(null, "", "/watch");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(currentRoute()).toEqual({ page: "watch" });
  });

  it("to a game says where it is played, and the way back is kept unless it is replaced", () => {
    expect([gamePath("abc"), gamePath("a/b"), gamePath("here-xyz")]).toEqual(["/game/abc", "/game/a%2Fb", "/play/xyz"]);
    expect(routeOf("/play/xyz")).toEqual({ page: "game", id: "here-xyz" });
    expect(routeOf("/play/xyz/review")).toEqual({ page: "review", id: "here-xyz" });
    expect([routeOf("/game/a/review"), routeOf("/review"), routeOf("/review/x"), routeOf("/game/a/review/b")]).toEqual([
      { page: "review", id: "a" },
      { page: "review", id: "" },
      { page: "missing" },
      { page: "missing" },
    ]);
    const before = history.length;
    go("/games");
    expect([history.length, currentRoute()]).toEqual([before + 1, { page: "games" }]);
    go("/puzzles", true);
    expect([history.length, currentRoute()]).toEqual([before + 1, { page: "puzzles" }]);
  });
});

it.each([
  [7_000, "0:07"],
  [59_999, "0:59"],
  [3_661_000, "1:01:01"],
])("%i ms have lasted %s", (milliseconds, text) => expect(writeSpan(milliseconds)).toBe(text));

it("looks at a clock again when what it shows changes", () => {
  expect([20_000, 20_001, 10_500, 10_000, 9_999, 50].map(nextLook)).toEqual([1_000, 1, 500, 1_000, 100, 100]);
  const day = 86_400_000;
  expect([isDays(2 * day - 1), isDays(2 * day), wholeDays(3 * day - 1), wholeDays(3 * day)]).toEqual([false, true, 2, 3]);
});

describe("the lesson", () => {
  const board = (more: Partial<Board>): Board => ({ cells: ".".repeat(81), owners: ".........", legal: [], ...more }) as Board;
  const marked = (...squares: number[]): string => Array.from({ length: 81 }, (_, n) => (squares.includes(n) ? "X" : ".")).join("");

  it("comes back where O can lead there: not from one's own board, a taken cell or a captured board", () => {
    expect([1, 4, 0].map((square) => comesBack(board({}), square))).toEqual([true, true, false]); // in board 1
    expect(comesBack(board({ cells: marked(4 * 9) }), 4)).toBe(false);
    expect(comesBack(board({ cells: marked(4 * 9 + 1) }), 4)).toBe(true);
    expect(comesBack(board({ owners: "....O...." }), 4)).toBe(false);
    expect(comesBack(board({ owners: "....-...." }), 4)).toBe(false);
  });
  it("has O answer to where the learner was, else anywhere", () => {
    expect(answer(board({ legal: [36, 38, 41] }), 2)).toBe(38);
    expect(answer(board({ legal: [36, 41] }), 2)).toBe(36);
    expect([5 * 9 + 1, 0, 4 * 9 + 4, 8 * 9 + 8].map(homeAfter)).toEqual([5, 4, 0, 4]);
  });
  it("asks for the middle first, then corners, and for nothing that cannot be played or does not come back", () => {
    const legal = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    expect(cellToAskFor(board({ legal }), 0)).toBe(4);
    expect(cellToAskFor(board({ legal: [1, 2, 8] }), 0)).toBe(2);
    expect(cellToAskFor(board({ legal: [0, 1, 3] }), 0)).toBe(1);
    expect(cellToAskFor(board({ legal, owners: "....X...." }), 0)).toBe(2);
  });
  it("is content with any first square, the cell it asked for, and a captured board or a step towards one", () => {
    const [before, after] = [board({}), board({ owners: "X........" })];
    expect(judge("place", before, 0, before, 4)).toBe("done");
    expect([judge("send", before, 4, before, 4), judge("send", before, 5, before, 4)]).toEqual(["done", "almost"]);
    expect(judge("capture", before, 1, after, 4)).toBe("done");
    expect([judge("capture", before, 1, before, 4), judge("capture", before, 0, before, 4)]).toEqual(["more", "almost"]);
  });
});

describe("a variant as a word", () => {
  const MODERN = { release: "decided", free_move: "undecided", ownership: "first", ending: "decided", tie_break: "draw" } as const;
  it("says no more than its name does not tell, and is read back", () => {
    expect(variantWord("modern", MODERN)).toBe("modern");
    expect(variantWord("modern", { ...MODERN, tie_break: "boards" })).toBe("modern:tie_break=boards");
    expect(variantWord("raid", { ...MODERN, release: "full", ending: "full" })).toMatch(/^raid:release=full,ending=full$/);
    expect(readMode("modern:tie_break=boards")).toMatchObject({ name: "modern", axes: { tie_break: "boards", release: "decided" } });
    expect(readMode("modern", "boards")!.axes.tie_break).toBe("boards");
    expect(readMode("raid:release=full,free_move=unfilled")).toMatchObject({
      name: "raid",
      axes: { release: "full", captured_stay_open: true },
    });
    expect(readMode("own:ending=full")).toBeNull();
  });
  it("has the axes that follow, or says what does not fit", () => {
    expect(fitAxes(MODERN)).toEqual({ ...MODERN, captured_stay_open: false, x_is_known_to_win: false });
    expect((fitAxes({ ...MODERN, free_move: "unfilled" }) as Axes).captured_stay_open).toBe(true);
    expect(fitAxes({ ...MODERN, ownership: "latest" })).toMatch(/captured board/);
  });
});

describe("what a board draws", () => {
  const board = {
    ...{ cells: ".".repeat(81), owners: ".........", turn: "O", legal: [1, 2], sends: [[1], []], last: 0, held: 0, result: null },
  } as unknown as Board;
  it("is the board, and after the end nothing may be played", () => {
    const view = viewOf(board, { captured_stay_open: true });
    expect(view).toMatchObject({ turn: "O", legal: [1, 2], last: 0, held: 0, over: false, line: [], capturedStayOpen: true });
    expect([...view.sends]).toEqual([[1, [1]], [2, []]]); // prettier-ignore
    const over = viewOf(board, { captured_stay_open: false }, { winner: "X", reason: "line", boards: [0, 1, 2] });
    expect(over).toMatchObject({ legal: [], held: null, over: true, line: [0, 1, 2], capturedStayOpen: false });
  });
  it("with a move under way shows it, and is locked", () => {
    const view = withMoveUnderway(viewOf(board, { captured_stay_open: false }), 2);
    expect([view.cells.indexOf("O"), view.cells.length, view.last, view.legal, view.held, view.sends.size]).toEqual([
      2,
      81,
      2,
      [],
      null,
      0,
    ]);
  });
});

describe("sentences", () => {
  const board = (more: Partial<Board> = {}): Board =>
    ({ ...{ ply: 3, turn: "O", held: null, last: 40, legal: [1], owners: "X..O.....", cells: "" }, ...more }) as Board;
  it("say where to play, to whoever moves and to the other", () => {
    const told = (more: Partial<Board>): string[] => [true, false].map((mine) => whereText(board(more), mine));
    expect(told({ ply: 0 })).toEqual([t("where.first"), ""]);
    expect(told({ held: 4 })).toEqual([
      t("where.held", { board: 5, place: t("place.4") }),
      t("where.heldThey", { board: 5, place: t("place.4") }),
    ]);
    expect(told({})).toEqual([t("where.free"), t("where.freeThey")]);
  });
  it("say what a move did, and where it leads", () => {
    expect(moveSentence(null, board({ last: null }), [])).toBe("");
    const before = board({ owners: "X..O....." });
    const said = (owners: string, more: Partial<Board> = {}, mine: Side[] = []): string =>
      moveSentence(before, board({ owners, ...more }), mine);
    const move = t("say.move", { player: "X", board: 5, cell: 5 });
    const free = t("say.theyFree", { player: "O", board: 1 });
    expect(said("X..O.....")).toBe(`${move} ${free}`);
    expect(said("X..OX....")).toBe(`${move} ${t("say.capture", { player: "X", board: 5 })} ${free}`);
    expect(said("X..O-....")).toBe(`${move} ${t("say.dead", { board: 5 })} ${free}`);
    expect(said("X..O.....", { legal: [] })).toBe(move);
    expect(said("X..O.....", {}, ["O"])).toBe(`${move} ${t("say.youFree")}`);
    expect(said("X..O.....", {}, ["X", "O"])).toBe(`${move} ${free}`);
    expect(said("X..O.....", { held: 7 }, ["X"])).toBe(`${move} ${t("say.theyMust", { player: "O", board: 8 })}`);
    expect(said("X..O.....", { held: 7 }, ["O"])).toBe(`${move} ${t("say.youMust", { board: 8 })}`);
    const stolen = moveSentence(before, board({ owners: "X..X.....", last: 27 }), []);
    expect(stolen).toContain(t("say.steal", { player: "X", other: "O", board: 4 }));
  });
  it("write clocks and wishes", () => {
    const timed = (initial_s: number, increment_s: number) => ({ kind: "timed", initial_s, increment_s }) as const;
    expect([
      clockShort(timed(180, 2)),
      clockShort(timed(90, 0)),
      clockShort({ kind: "none" }),
      clockShort({ kind: "days", days: 2 }),
    ]).toEqual([...["3+2", "1.5+0", t("clock.none"), "2 days"]]);
    expect(clockText(timed(180, 2))).toBe(t("clock.timed", { minutes: 3, seconds: 2 }));
    expect(clockText(timed(180, 0))).toBe(t("clock.timedPlain", { minutes: 3, seconds: 0 }));
    const wish = { modes: ["battle", "own:release=full"], clocks: [timed(180, 2)], tie_break: "boards", swap: true } as const;
    expect(wishesText({ ...wish, modes: [...wish.modes], clocks: [...wish.clocks] })).toBe(
      [`Battle, ${modeName("own")}`, "3+2", t("list.swap"), t("tieBreak.boards")].join(" · "),
    );
    expect(wishesText({ modes: [], clocks: [], tie_break: "draw", swap: false })).toBe(`${t("pool.anyMode")} · ${t("pool.anyTime")}`);
  });
  it("say how a game ended to each, and nothing of one that never began", () => {
    const ending = (winner: Side | null, reason: Result["reason"]): unknown[] =>
      (["X", "O"] as const).map((side) => endingFor({ winner, reason, boards: [] }, side));
    expect(ending("X", "line")).toEqual(["won", "lost"]);
    expect(ending(null, "agreement")).toEqual(["drawn", "drawn"]);
    expect([ending(null, "aborted"), ending(null, "expired")]).toEqual([[null, null], [null, null]]); // prettier-ignore
  });
  it("tell news to the one who did not make them", () => {
    const game = { state: "playing", turn: "X", players: { X: null, O: { kind: "person", name: "Ben" } }, result: null };
    const news = (cause: Partial<Cause>, more: object = {}): string =>
      newsText(
        { t: "news", cause: { kind: "move", by: "O", square: null, what: null, id: null, ...cause }, game: { ...game, ...more } } as never,
        "X",
      );
    expect(news({})).toBe(t("news.turn", { name: "Ben" }));
    expect(news({ kind: "join" })).toBe(t("news.joinTurn", { name: "Ben" }));
    expect(news({ kind: "join" }, { turn: "O" })).toBe(t("news.join", { name: "Ben" }));
    expect([news({}, { turn: "O" }), news({}, { state: "waiting" })]).toEqual(["", ""]);
    expect(news({ kind: "swap", by: "O" }, { turn: "O" }), "whoever changed sides is X now").toBe("");
  });
});

it("keeps what was chosen over the usual, and takes a spoiled store for none", async () => {
  const fresh = async (kept: string): Promise<typeof import("./settings.svelte").settings> => {
    localStorage.setItem("ninefold", kept);
    vi.resetModules();
    return (await import("./settings.svelte")).settings;
  };
  expect(await fresh('{"sound": false, "theme": "dark"}')).toMatchObject({
    sound: false,
    theme: "dark",
    phrases: true,
    confirm: false,
    first: null,
  });
  expect((await fresh("{")).sound).toBe(true);
  localStorage.clear();
});
