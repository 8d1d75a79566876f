/** The page of a game: who may play, what is planned ahead, asked, looked back at, and what is forgotten when the game goes on. */

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { boardsWith, cell, CASES } from "../board/looking";
import { speakFurther } from "../lib/i18n/index.svelte";
import type { Board, Clock, Game, Replay, Result, Side } from "../lib/messages";
import type { GameListener } from "../lib/played-game";
import { aGame, boardOfCase, computer, person, PretendedGame } from "../lib/pretending.svelte";
import { currentRoute, go } from "../lib/router.svelte";
import { settings } from "../lib/settings.svelte";
import GamePage from "./Game.svelte";

const opened = vi.hoisted((): { live?: unknown } => ({}));
vi.mock("../lib/games", () => ({
  openGame: (_: string, listener: GameListener) => {
    (opened.live as PretendedGame).listener = listener;
    return opened.live;
  },
  createGame: vi.fn(),
}));
vi.mock("../lib/sound", () => ({ play: vi.fn() }));
vi.mock("../lib/about.svelte", () => ({ askAbout: () => Promise.resolve(), knownAbout: () => null, strengthOf: () => 0.5 }));

beforeAll(async () => {
  await speakFurther();
  Object.assign(HTMLElement.prototype, { scrollTo: () => undefined, scrollIntoView: () => undefined });
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
});
beforeEach(() => go("/game/g1"));
afterEach(cleanup);

const TIMED: Clock = { settings: { kind: "timed", initial_s: 300, increment_s: 0 }, X: 300_000, O: 300_000, running: "O", starts_in: 0 };
const START = boardOfCase("modern", "held", "before");
const HELD = boardOfCase("modern", "held");
/** X is to move again, wherever it likes. */
const BACK: Board = { ...START, ply: 2, last: 36, cells: HELD.cells.replace(".", "O"), turn: "X" };

function open(more: Partial<Game> = {}, sides: Side[] = ["O"]): PretendedGame {
  const live = new PretendedGame(aGame(more), sides);
  opened.live = live;
  render(GamePage, { id: "g1" });
  return live;
}
const headline = (): string => screen.getByTestId("headline").textContent.replace(/\s+/g, " ").trim();
const note = (): string => document.querySelector(".talk .note")?.textContent ?? "";
const owned = (side: Side): string => screen.getByTestId(`player-${side}`).querySelector(".more")!.textContent.trim();
const settled = async (): Promise<void> => {
  for (let n = 0; n < 5; n += 1) await tick();
  await new Promise((done) => setTimeout(done));
};

describe("whose turn it is", () => {
  test("the one to move plays, and hears where", async () => {
    const live = open();
    expect(headline()).toBe("Your turn play in board 5, centre");
    expect(boardsWith("lit")).toEqual([4]);
    await fireEvent.click(cell(36));
    expect(live.played).toEqual([36]);
    expect(document.title).toContain("●");
  });

  test.each<[string, Side[], RegExp]>([
    ["the other player", ["X"], /^Ben/],
    ["a watcher", [], /^Ben/],
  ])("%s does not", async (_, sides, who) => {
    const live = open({}, sides);
    expect(headline()).toMatch(who);
    await fireEvent.click(cell(36));
    expect(live.played).toEqual([]);
    expect(document.title).not.toContain("●");
  });

  test("one's own side is at the bottom, and whoever is to move is marked", () => {
    for (const [sides, bottom] of [
      [["O"], "O"],
      [["X"], "X"],
      [[], "X"],
      [["X", "O"], "X"],
    ] as const) {
      cleanup();
      open({}, [...sides]);
      expect(document.querySelector(".bottom [data-testid]")!.getAttribute("data-testid")).toBe(`player-${bottom}`);
      expect(document.querySelector(".top [data-testid]")!.getAttribute("data-testid")).toBe(`player-${bottom === "X" ? "O" : "X"}`);
      expect(screen.getByTestId("player-O").classList).toContain("tomove");
      expect(screen.getByTestId("player-X").classList).not.toContain("tomove");
    }
  });

  test("a watcher is told so, and how many others watch; a player how many in all", async () => {
    const here = { online: true, gone_ms: null };
    for (const [sides, said] of [
      [[], "1 other"],
      [["O"], "2"],
    ] as const) {
      cleanup();
      const live = open({}, [...sides]);
      live.presence = { t: "presence", X: here, O: here, watchers: 2, claim_after_ms: null };
      await tick();
      expect(document.querySelector(".head .tag") !== null).toBe(sides.length === 0);
      expect(document.querySelector(".head .small")!.textContent).toContain(said.slice(0, 1));
    }
  });

  test("boards are counted for each side", () => {
    open({ board: boardOfCase("battle", "stolen"), mode: "battle" });
    expect([owned("X"), owned("O")]).toEqual(["3 boards", "4 boards"]);
  });

  test("without a line nothing is played, and a click says why", async () => {
    const live = open();
    live.link = "lost";
    await tick();
    await fireEvent.click(cell(36));
    expect(live.played).toEqual([]);
    expect(screen.getByTestId("refusal").textContent.trim()).not.toBe("");
  });

  test("a move under way is drawn at once", async () => {
    const live = open();
    live.underway = { ply: 1, square: 36 };
    await tick();
    expect(cell(36).querySelector(".mark.o:not(.ghost)")).not.toBeNull();
    expect(cell(36).classList).toContain("last");
  });
});

describe("changing sides", () => {
  test("is decided before anything is played, by the one who may", async () => {
    const live = open({ swap: "open" });
    expect(document.querySelector("#swap-title")).not.toBeNull();
    await fireEvent.click(cell(36));
    expect(live.played).toEqual([]);
    cleanup();
    open({ swap: "open" }, ["X"]);
    expect(document.querySelector("#swap-title")).toBeNull();
  });
});

describe("a move planned ahead", () => {
  const planned = (): number => document.querySelectorAll(".cell.ahead").length;

  test("is kept while the other side thinks, and sent when the turn comes", async () => {
    const live = open({ clock: TIMED }, ["X"]);
    await fireEvent.click(cell(80));
    await settled();
    expect(live.played).toEqual([]);
    expect(note()).toContain("99");
    live.become({ version: 4, offers: { draw: "O", takeback: null, rematch: null } }, { kind: "offer", by: "O", what: "draw" });
    expect(live.played).toEqual([]);
    live.become({ version: 5, board: BACK, moves: [49, 36] }, { kind: "move", by: "O", square: 36 });
    expect(live.played).toEqual([80]);
    live.become({ version: 6, board: BACK, moves: [49, 36] }, { kind: "move", by: "O", square: 36 });
    expect(live.played, "only once").toEqual([80]);
  });

  test("is dropped, and said to be, when it is not possible any more", async () => {
    const live = open({ clock: TIMED }, ["X"]);
    await fireEvent.click(cell(80));
    await settled();
    live.become({ board: { ...BACK, legal: [0, 1, 2], held: 0 }, moves: [49, 36] }, { kind: "move", by: "O", square: 36 });
    await tick();
    expect([live.played, planned()]).toEqual([[], 0]);
    expect(note()).toContain("99");
  });

  test.each<[string, Partial<Game>, object]>([
    ["a move is taken back", { board: START, moves: [] }, { kind: "takeback", by: "O" }],
    ["two moves are, and the other side is to move as before", { board: HELD, moves: [49] }, { kind: "takeback", by: "O" }],
    ["the game ends", { state: "over", result: { winner: "X", reason: "resignation", boards: [] } }, { kind: "resign", by: "O" }],
    ["sides may be changed first", { board: BACK, swap: "open" }, { kind: "move", by: "O", square: 36 }],
  ])("is dropped when %s", async (_, more, cause) => {
    const live = open({ clock: TIMED }, ["X"]);
    await fireEvent.click(cell(80));
    await settled();
    live.become({ ...more, ...(more.board?.turn === "X" && more.moves ? { board: { ...START, legal: [0] } } : {}) }, cause);
    live.become({ state: "playing", result: null, swap: "off", board: BACK, moves: [49, 36] }, { kind: "move", by: "O", square: 36 });
    expect(live.played).toEqual([]);
  });

  test("is dropped when the other player takes the first move over: it was planned for the side that is theirs now", async () => {
    const live = open({ clock: TIMED, swap: "open" }, ["X"]);
    await fireEvent.click(cell(36));
    await settled();
    expect([note(), planned()]).toEqual([expect.stringContaining("51"), 1]);
    live.mySides = ["O"];
    live.become({ version: 4, swap: "swapped", players: { X: person("ben"), O: person("ann") } }, { kind: "swap", by: "O" });
    await tick();
    expect([live.played, planned(), note()]).toEqual([[], 0, expect.stringContaining("51")]);
    live.become({ version: 5, board: { ...BACK, turn: "O" }, moves: [49, 36] }, { kind: "move", by: "X", square: 36 });
    expect(live.played).toEqual([]);
  });

  test("stays when the first move is left as it is, and is drawn only where the newest position is shown", async () => {
    const live = open({ clock: TIMED, swap: "open" }, ["X"]);
    live.answers = { replay: { moves: [49], boards: [START, HELD], record: "" } as unknown as Replay };
    await fireEvent.click(cell(80));
    await settled();
    live.become({ version: 4, swap: "kept" }, { kind: "keep", by: "O" });
    await tick();
    expect(planned()).toBe(1);
    await fireEvent.keyDown(document.body, { key: "ArrowLeft" });
    await settled();
    expect(planned()).toBe(0);
    live.become({ version: 5, board: BACK, moves: [49, 36] }, { kind: "move", by: "O", square: 36 });
    expect(live.played, "and is played wherever one looks").toEqual([80]);
  });

  test.each<[string, Partial<Game>, Side[]]>([
    ["without a clock", {}, ["X"]],
    ["where a move has days", { clock: { ...TIMED, settings: { kind: "days", days: 1 } } }, ["X"]],
    ["by a watcher", { clock: TIMED }, []],
    ["by two at one device", { clock: TIMED, opponent: "same-device" }, ["X", "O"]],
  ])("is not possible %s", async (_, more, sides) => {
    const live = open({ ...more }, sides);
    await fireEvent.click(cell(80));
    await settled();
    live.become({ board: BACK, moves: [49, 36] }, { kind: "move", by: "O", square: 36 });
    expect(live.played).toEqual([]);
  });
});

describe("a hint and a reason", () => {
  const ALONE = { solo: true, opponent: "computer", players: { X: computer("keen"), O: person("me") } } as const;
  const press = async (name: string): Promise<void> => {
    await fireEvent.click(screen.getByRole("button", { name }));
    await settled();
  };
  const starred = (): number[] => [...document.querySelectorAll<HTMLElement>(".cell.hint")].map((one) => Number(one.dataset["square"]));

  test("one replaces the other, and each goes with the move that it was about", async () => {
    const live = open(ALONE);
    live.answers = {
      hint: { square: 36, ply: 1, book: false, remarks: [] } as never,
      why: { square: 49, ply: 1, by: "X", remarks: [] } as never,
    };
    await press("Hint");
    expect([starred(), screen.queryByTestId("hint") !== null, screen.queryByTestId("why") !== null]).toEqual([[36], true, false]);
    expect(screen.getByTestId("said").textContent).toContain("51");
    await press("Explain this move");
    expect([starred(), screen.queryByTestId("hint") !== null, screen.queryByTestId("why") !== null]).toEqual([[], false, true]);
    await press("Hint");
    live.become({ board: BACK, moves: [49, 36] }, { kind: "move", by: "O", square: 36 });
    await settled();
    expect([starred(), screen.queryByTestId("hint")]).toEqual([[], null]);
    await press("Explain this move");
    expect(screen.getByTestId("why")).toBeTruthy();
    live.become({ board: HELD, moves: [49] }, { kind: "takeback", by: "O" });
    await settled();
    expect(screen.queryByTestId("why")).toBeNull();
  });

  test("a failure is told, until something else is asked", async () => {
    const live = open(ALONE);
    live.hint = () => Promise.reject(new Error("no"));
    await press("Hint");
    expect(screen.getAllByRole("alert").some((one) => one.classList.contains("bad"))).toBe(true);
    live.answers = { why: { square: 49, ply: 1, by: "X", remarks: [] } as never };
    await press("Explain this move");
    expect(document.querySelector(".talk .bad")).toBeNull();
  });
});

describe("looking back", () => {
  const replay: Replay = { moves: [49], boards: [START, HELD], record: "" } as unknown as Replay;
  const back = async (key: string): Promise<void> => {
    await fireEvent.keyDown(document.body, { key });
    await settled();
  };

  test("by arrows, step by step, and nothing is played there", async () => {
    const live = open();
    live.answers = { replay };
    await back("ArrowLeft");
    expect(cell(49).querySelector(".mark:not(.ghost)")).toBeNull();
    expect(document.querySelector(".talk .past")).not.toBeNull();
    await fireEvent.click(cell(36));
    expect(live.played).toEqual([]);
    await back("ArrowLeft");
    expect(document.querySelector(".talk .past")).not.toBeNull();
    await back("ArrowRight");
    expect(cell(49).querySelector(".mark:not(.ghost)")).not.toBeNull();
    expect(document.querySelector(".talk .past")).toBeNull();
  });

  test("ends by the button, and not by keys for something else", async () => {
    const live = open();
    live.answers = { replay };
    await fireEvent.keyDown(document.body, { key: "ArrowLeft", ctrlKey: true });
    await fireEvent.keyDown(document.body, { key: "a" });
    await settled();
    expect(document.querySelector(".talk .past")).toBeNull();
    await back("ArrowLeft");
    await fireEvent.click(document.querySelector(".talk .past button")!);
    expect(document.querySelector(".talk .past")).toBeNull();
  });

  test("shows the result only at the end", async () => {
    const over = CASES.find((one) => one.mode === "modern" && one.name === "won")!;
    const live = open({ state: "over", board: over.board, moves: [...Array(65).keys()], result: over.board.result });
    live.answers = {
      replay: { moves: [...Array(65).keys()], boards: [...Array.from({ length: 65 }, () => over.before), over.board], record: "" } as never,
    };
    expect(boardsWith("won")).toEqual([2, 5, 8]);
    await back("ArrowLeft");
    expect(boardsWith("won")).toEqual([]);
  });
});

describe("the end", () => {
  const WON: Result = { winner: "O", reason: "resignation", boards: [] };

  test.each<[Side[], string | null, string]>([
    [["O"], "won", "You win! X resigned."],
    [["X"], "lost", "You lose You resigned."],
    [[], null, "O wins X resigned."],
    [["X", "O"], null, "O wins X resigned."],
  ])("is told to %s by headline and mood", (sides, mood, said) => {
    open({ state: "over", result: WON }, sides);
    expect(headline()).toBe(said);
    expect(document.querySelector(".game")!.getAttribute("data-mood")).toBe(mood);
    expect(boardsWith("lit")).toEqual([]);
    expect(screen.getByTestId("player-O").querySelector(".won")).not.toBeNull();
    expect(screen.getByTestId("player-X").querySelector(".won")).toBeNull();
    expect(screen.getByTestId("player-O").classList).not.toContain("tomove");
  });

  test("is celebrated where it came, by those who won, and not when it is looked at again", async () => {
    const burst = async (): Promise<boolean> => {
      await vi.dynamicImportSettled();
      await settled();
      return document.querySelector(".burst") !== null;
    };
    for (const [sides, glad] of [
      [["O"], true],
      [["X"], false],
    ] as const) {
      cleanup();
      const live = open({}, [...sides]);
      live.become({ state: "over", result: WON }, { kind: "resign", by: "X" });
      expect(await burst()).toBe(glad);
    }
    cleanup();
    open({ state: "over", result: WON }, ["O"]);
    expect(await burst()).toBe(false);
  });

  test("whoever plays goes along to a rematch that begins now; a watcher, or one who comes later, does not", async () => {
    for (const [sides, before, follows] of [
      [["O"], null, true],
      [[], null, false],
      [["O"], "g2", false],
    ] as const) {
      cleanup();
      go("/game/g1");
      const live = open({ state: "over", result: WON, rematch: before }, [...sides]);
      live.become({ rematch: "g2" }, { kind: "rematch", by: "X" });
      await tick();
      expect(currentRoute()).toEqual({ page: "game", id: follows ? "g2" : "g1" });
    }
  });
});

describe("a game for two at one device", () => {
  const SHARED = { solo: true, opponent: "same-device", players: { X: person("me"), O: person("me") } } as const;

  test("calls nobody by the title: both sit here", () => {
    open(SHARED, ["X", "O"]);
    expect(document.title).not.toContain("●");
    expect(document.title).toContain("O");
  });

  test("is turned for O, if that is wished, and while it goes on", async () => {
    const turned = (): boolean => document.querySelector(".say")!.classList.contains("turned");
    settings.turnBoard = true;
    const live = open(SHARED, ["X", "O"]);
    expect(turned()).toBe(true);
    expect(screen.getByTestId("player-O").classList).toContain("flipped");
    expect(screen.getByTestId("player-X").classList).not.toContain("flipped");
    live.become({ board: BACK, moves: [49, 36] }, { kind: "move", by: "O", square: 36 });
    await tick();
    expect(turned()).toBe(false);
    live.become(
      { board: HELD, moves: [49], state: "over", result: { winner: "X", reason: "resignation", boards: [] } },
      { kind: "resign", by: "O" },
    );
    await tick();
    expect(turned()).toBe(false);
    settings.turnBoard = false;
    cleanup();
    open(SHARED, ["X", "O"]);
    expect(turned()).toBe(false);
  });
});

test("the moves of a game that began from a position have their players' colours", () => {
  const colours = (): (string | undefined)[] => [...document.querySelectorAll(".moves li button")].map(({ classList }) => classList[0]);
  open({ board: { ...BACK, turn: "O" }, moves: [49, 36] });
  expect(colours()).toEqual(["o", "x"]);
  cleanup();
  open({ board: { ...BACK, turn: "O", ply: 3 }, moves: [49, 36, 4] });
  expect(colours()).toEqual(["x", "o", "x"]);
});

test("a game that waits is not played, and whoever leaves the page leaves the game", async () => {
  const live = open({ state: "waiting", players: { X: person("ann", "Ann"), O: null }, moves: [], board: START }, ["X"]);
  await fireEvent.click(cell(40));
  expect(live.played).toEqual([]);
  expect(boardsWith("lit")).toEqual([]);
  expect(document.querySelector(".steps button")).toBeNull();
  cleanup();
  expect(live.closed).toBe(true);
});
