/** The small pure parts: addresses, clocks, sentences. */

import { expect, it } from "vitest";
import { nextLegal } from "../board/geometry";
import { timeLeft, writeTime } from "./clock";
import type { Cause, Clock, Game, Remark } from "./messages";
import { Replaying } from "./replay.svelte";
import { routeOf } from "./router.svelte";
import { ownerChange } from "./view";
import { causedBy, causeText, playerName, remarksText, turnText } from "./words";

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

it("shows the newest board unless an earlier one is asked for", () => {
  const replaying = new Replaying();
  expect(replaying.at).toBeNull();
  expect(replaying.boardAt(0)).toBeNull();
});

it("calls the computer the computer, and its level a level", () => {
  const computer = { kind: "computer", name: "", level: "first-game" } as NonNullable<Game["players"]["O"]>;
  expect(playerName(computer, "O")).toBe("Computer (First game)");
  const game = { board: { turn: "O", ply: 1, legal: [0] }, players: { X: null, O: computer } } as unknown as Game;
  expect(turnText(game, ["X"]).who).toBe("The computer is thinking");
});

it("asks about changing sides before it says where to play", () => {
  const game = { swap: "open", board: { turn: "O", ply: 1, legal: [0] }, players: { X: null, O: null } } as unknown as Game;
  expect(turnText(game, ["O"])).toEqual({ who: "Your turn", where: "change sides, or stay O?" });
  expect(turnText({ ...game, swap: "off" }, ["O"]).where).toBe("play in board 1, top left");
});

it("tells of a swap by the side that whoever did it has now", () => {
  const swap = { kind: "swap", by: "O" } as Cause;
  const game = { players: { X: { kind: "person", name: "Lin" }, O: { kind: "person", name: "Ada" } } } as unknown as Game;
  expect(causedBy(swap)).toBe("X");
  expect(causeText(swap, game)).toMatch(/^Lin /);
  expect(causedBy({ ...swap, kind: "resign" })).toBe("O");
});

it("tells what a move was for as seen from this page", () => {
  const remarks = [{ code: "sends-to-full", board: 4, text: "" }, { code: "allows-capture", board: null, text: "" }] as Remark[];
  expect(remarksText(remarks, "O", ["X"])).toBe("It sends you to board 5, which is full: a free move. But it lets you take a board.");
  expect(remarksText(remarks, "X", ["X"])).toMatch(/^It sends O to board 5/);
  expect(remarksText(remarks, "O", ["X", "O"])).toMatch(/^It sends X to board 5/);
});
