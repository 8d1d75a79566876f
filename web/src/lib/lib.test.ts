/** The small pure parts: addresses, clocks, sentences. */

import { expect, it, vi } from "vitest";
import { nextLegal } from "../board/geometry";
import { timeLeft, writeTime } from "./clock";
import { speakFurther, t } from "./i18n/index.svelte";
import type { Cause, Clock, Game, Remark, Replay, Result, Side } from "./messages";
import { modeLine, modeName, modeWord, ruleSentences } from "./modes";
import { Replaying } from "./replay.svelte";
import { routeOf } from "./router.svelte";
import { countGame } from "./series";
import { ownerChange } from "./view";
import { causedBy, causeText, playerName, remarksText, resultText, turnText } from "./words";

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
  expect(timeLeft({ ...clock, starts_in: 1_500 }, "X", 2_000)).toBe(4_500);
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
  expect(nextLegal([], 0)).toBeNull();
});

/** A game after moves, whose board says which. */
const after = (...moves: number[]): Game => ({ moves, board: { ply: moves.length, cells: moves.join() } }) as unknown as Game;
const told = (...moves: number[]): Replay =>
  ({ moves, boards: [...moves, 0].map((_, ply) => after(...moves.slice(0, ply)).board) }) as unknown as Replay;

it("shows the newest board unless an earlier one is asked for", async () => {
  const replaying = new Replaying();
  const ask = vi.fn(() => Promise.resolve(told(40, 36)));
  expect([replaying.at, replaying.boardAt(0)]).toEqual([null, null]);
  const game = after(40, 36);
  replaying.remember(game);
  expect(replaying.shown(game)).toBe(game.board);
  await replaying.show(1, game, ask);
  expect(replaying.shown(game).cells).toBe("40");
  await replaying.show(0, game, ask);
  expect([replaying.at, replaying.shown(game).cells]).toEqual([0, ""]);
  expect(ask).toHaveBeenCalledTimes(1); // it gives every board
  await replaying.show(2, game, ask);
  expect([replaying.at, replaying.shown(game)]).toEqual([null, game.board]);
});

it("keeps boards that come by and forgets those of moves that were taken back", async () => {
  const replaying = new Replaying();
  for (const game of [after(), after(40), after(40, 36)]) replaying.remember(game);
  expect([0, 1, 2].map((ply) => replaying.boardAt(ply)?.cells)).toEqual(["", "40", "40,36"]);
  replaying.remember(after(40, 37));
  expect([0, 1, 2].map((ply) => replaying.boardAt(ply)?.cells)).toEqual([undefined, undefined, "40,37"]);
  await replaying.show(1, after(40, 37), () => Promise.resolve(told(50, 51)));
  expect(replaying.boardAt(0)).toBeNull(); // an answer about another game
  replaying.remember(after());
  expect(replaying.at).toBeNull(); // there is nothing earlier any more
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
