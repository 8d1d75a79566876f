/** How a game is found: who waits, what a search is for, what the form wishes; and a position put together by hand. */

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import Editor from "../analysis/Editor.svelte";
import { cell } from "../board/looking";
import type { Core, SetUp } from "../engine/engine";
import { speakFurther } from "../lib/i18n/index.svelte";
import { line, type Wishes } from "../lib/line.svelte";
import type { ClockSettings, CreateGame, Lobby } from "../lib/messages";
import { ABOUT } from "../lib/offered";
import { person } from "../lib/pretending.svelte";
import { settings } from "../lib/settings.svelte";
import ChallengeList from "./ChallengeList.svelte";
import PlayForm from "./PlayForm.svelte";
import Pools from "./Pools.svelte";

beforeAll(() => speakFurther());
const sought: Wishes[] = [];
let stopped = 0;
beforeEach(() => {
  [sought.length, stopped] = [0, 0];
  Object.assign(HTMLElement.prototype, { scrollIntoView: () => undefined });
  vi.spyOn(line, "seek").mockImplementation((wishes) => {
    sought.push(wishes);
    line.search = { t: "seek", tie_break: null, swap: null, only: null, id: null, ...wishes };
  });
  vi.spyOn(line, "stop").mockImplementation(() => {
    stopped += 1;
    line.search = null;
  });
  Object.assign(line, { me: { id: "me", name: "Mia" }, lobby: null, search: null, refused: null, link: "live" });
  settings.poolModes = [];
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
const [ONE, TWO] = ABOUT.clocks as [ClockSettings, ClockSettings];
const lobby = (more: Partial<Lobby>): Lobby => ({ t: "lobby", challenges: [], seekers: [], going: [], games: [], visitors: 1, ...more });
const seeker = (id: string, modes: string[], clocks: ClockSettings[]) => ({
  id: `s-${id}`,
  by: person(id, id),
  modes,
  clocks,
  tie_break: null,
  swap: null,
});

describe("pools", () => {
  const tiles = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>(".tile")];
  const chips = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>(".chip")];
  const pressed = (all: HTMLButtonElement[]): number[] => all.flatMap((one, n) => (one.getAttribute("aria-pressed") === "true" ? [n] : []));
  const press = async (one: HTMLButtonElement): Promise<void> => {
    await fireEvent.click(one);
    await tick();
  };
  const [MODERN, CLASSIC] = ABOUT.modes.map(({ name }) => name) as [string, string];

  test("a clock begins a search, a second adds to it, and without any it is over", async () => {
    render(Pools, { about: ABOUT });
    expect([pressed(tiles()), pressed(chips())]).toEqual([[], [0]]);
    await press(tiles()[1]!);
    await press(tiles()[2]!);
    expect(sought.map(({ clocks }) => clocks)).toEqual([[ONE], [ONE, TWO]]);
    expect(pressed(tiles())).toEqual([1, 2]);
    await press(tiles()[1]!);
    expect([sought.at(-1)!.clocks, pressed(tiles())]).toEqual([[TWO], [2]]);
    await press(tiles()[2]!);
    expect([stopped, pressed(tiles())]).toEqual([1, []]);
    await press(tiles()[0]!);
    expect([sought.at(-1)!.clocks, pressed(tiles())]).toEqual([[], [0]]);
    await press(tiles()[0]!);
    expect(stopped).toBe(2);
  });

  test("modes are chosen for the next search, and change one that goes on; all of them are any", async () => {
    render(Pools, { about: ABOUT });
    await press(chips()[1]!);
    expect([sought, settings.poolModes, pressed(chips())]).toEqual([[], [MODERN], [1]]);
    await press(tiles()[1]!);
    await press(chips()[2]!);
    expect(sought.map(({ modes, clocks }) => [modes, clocks])).toEqual([[[MODERN], [ONE]], [[MODERN, CLASSIC], [ONE]]]); // prettier-ignore
    await press(chips()[1]!);
    expect(sought.at(-1)!.modes).toEqual([CLASSIC]);
    await press(chips()[0]!);
    expect([sought.at(-1)!.modes, pressed(chips())]).toEqual([[], [0]]);
    for (const chip of chips().slice(1)) await press(chip);
    expect([sought.at(-1)!.modes, settings.poolModes]).toEqual([[], []]);
  });

  test("those who wait are counted where they fit, without oneself; games by their two players", async () => {
    line.lobby = lobby({
      seekers: [seeker("a", [], []), seeker("b", [CLASSIC], [ONE]), seeker("me", [], [])],
      going: [
        { mode: MODERN, clock: ONE, count: 2 },
        { mode: CLASSIC, clock: TWO, count: 1 },
      ],
    } as Partial<Lobby>);
    render(Pools, { about: ABOUT });
    const numbers = (): (number[] | undefined)[] => tiles().slice(0, 3).map((one) => one.querySelector("small")!.textContent.match(/\d+/g)?.map(Number)); // prettier-ignore
    expect(numbers()).toEqual([[2, 6], [2, 4], [1, 2]]); // prettier-ignore
    await press(chips()[1]!);
    expect(numbers()).toEqual([[1, 4], [1, 4], [1]]); // prettier-ignore
    line.link = "lost";
    await tick();
    expect(numbers()).toEqual([undefined, undefined, undefined]);
  });
});

describe("those who wait", () => {
  const rows = (): string[] => screen.queryAllByTestId("waiting-row").map((one) => one.querySelector("strong")!.textContent);

  test("are listed without oneself, and met by a press", async () => {
    const challenge = (id: string, by: string) => ({
      id,
      by: person(by, by),
      mode: "battle",
      clock: ONE,
      side: "O",
      swap: false,
      tie_break: "draw",
    });
    line.lobby = lobby({
      seekers: [seeker("Ann", [], []), seeker("me", [], [])],
      challenges: [challenge("c1", "Ben"), challenge("c2", "me")],
    } as unknown as Partial<Lobby>);
    render(ChallengeList);
    expect(rows()).toEqual(["Ann", "Ben"]);
    await fireEvent.click(screen.getAllByRole("button")[0]!);
    expect(sought).toEqual([{ modes: [], clocks: [], only: "s-Ann" }]);
    await tick();
    expect(screen.getAllByRole<HTMLButtonElement>("button").map(({ disabled }) => disabled)).toEqual([true, false]);
  });

  test("nobody is said to wait unless the server has said so", async () => {
    render(ChallengeList, { none: "Nobody." });
    const said = (): string => document.querySelector("p")!.textContent;
    expect(said()).not.toBe("Nobody.");
    line.lobby = lobby({});
    await tick();
    expect(said()).toBe("Nobody.");
    line.link = "lost";
    await tick();
    expect(said()).not.toBe("Nobody.");
  });
});

describe("the form", () => {
  function wish(play: CreateGame): CreateGame {
    cleanup();
    settings.play = play;
    const started: CreateGame[] = [];
    render(PlayForm, { about: ABOUT, starting: false, onstart: (one: CreateGame) => started.push(one) });
    document.querySelector("form")!.dispatchEvent(new Event("submit", { cancelable: true }));
    return started[0]!;
  }
  const DAYS = { kind: "days", days: 3 } as const;

  test("offers what was played last", () => {
    const last = { mode: "battle", opponent: "link", side: "O", swap: true, tie_break: "boards", clock: { kind: "timed", initial_s: 180, increment_s: 2 } } as const; // prettier-ignore
    expect(wish(last)).toEqual({ ...last, level: null });
    expect(wish({ mode: "open", opponent: "computer", level: "keen", clock: DAYS })).toMatchObject({
      level: "keen",
      clock: DAYS,
      mode: "open",
    });
    expect(wish({ clock: { kind: "timed", initial_s: 450, increment_s: 7 } }).clock).toEqual({
      kind: "timed",
      initial_s: 450,
      increment_s: 7,
    });
    expect(wish({ clock: { kind: "days", days: 9 } }).clock).toEqual({ kind: "days", days: 9 });
    expect(wish({ mode: "gone", level: "gone" })).toMatchObject({ mode: ABOUT.modes[0]!.name, level: ABOUT.default_level });
  });

  test("remembers what was chosen as it was chosen: the level also where nobody plays it, and rules of one's own by their name", () => {
    settings.own = { release: "full", free_move: "unfilled", ownership: "first", ending: "full", tie_break: "draw" };
    expect(wish({ mode: "own", tie_break: "boards", level: "keen", opponent: "link" })).toMatchObject({
      mode: "own:release=full,free_move=unfilled,ownership=first,ending=full,tie_break=boards",
      level: null,
    });
    expect(settings.play).toMatchObject({ mode: "own", level: "keen", opponent: "link", tie_break: "boards" });
    expect(wish(settings.play).mode, "so that it is offered again").toMatch(/^own:release=full/);
  });

  test("asks the computer alone for a level", () => {
    expect([wish({ opponent: "computer", level: "keen" }).level, wish({ opponent: "open", level: "keen" }).level]).toEqual(["keen", null]);
  });

  test("gives two at one device no days to think", () => {
    expect(wish({ opponent: "same-device", clock: DAYS }).clock).toEqual({ kind: "none" });
    expect(wish({ opponent: "link", clock: DAYS }).clock).toEqual(DAYS);
  });
});

describe("a position put together by hand", () => {
  const EMPTY = ".".repeat(81);
  const rules = { owners: () => ".........", doubts: () => [] } as unknown as Core;
  function edit(start: Partial<SetUp> = {}): { used: [SetUp | null, boolean][] } {
    const used: [SetUp | null, boolean][] = [];
    const first: SetUp = { cells: EMPTY, owners: ".........", turn: "X", target: null, ...start };
    render(Editor, {
      rules,
      mode: ABOUT.modes[0]!,
      start: first,
      onuse: (from: SetUp | null, play: boolean) => used.push([from, play]),
      oncancel: vi.fn(),
    });
    return { used };
  }
  const use = (n: number): Promise<boolean> => fireEvent.click(document.querySelectorAll(".row .button")[n]!);

  test("takes the last mark for the last move, and away what is put twice", async () => {
    const { used } = edit();
    await fireEvent.click(cell(40));
    await use(0);
    expect(used[0]).toEqual([expect.objectContaining({ turn: "O", target: 4, cells: `${".".repeat(40)}X${".".repeat(40)}` }), false]);
    await fireEvent.keyDown(document.body, { key: "o" });
    await fireEvent.click(cell(38));
    await use(1);
    expect(used[1]).toEqual([expect.objectContaining({ turn: "X", target: 2 }), true]);
    await fireEvent.click(cell(38));
    await use(0);
    expect(used[2]![0], "a mark that goes says nothing of the last move").toMatchObject({ turn: "X", target: 2 });
    await fireEvent.keyDown(document.body, { key: "Backspace" });
    await fireEvent.click(cell(40));
    await use(0);
    expect(used[3]).toEqual([null, false]);
    expect(screen.getAllByRole<HTMLSelectElement>("combobox").map(({ selectedIndex }) => selectedIndex)).toEqual([0, 0]);
  });
});
