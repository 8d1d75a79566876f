/** The board in every state it can show, in each mode. The positions come from the rules (tests/support/board_cases.py). */

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { speak } from "../lib/i18n/index.svelte";
import type { Axes, Board as BoardMessage } from "../lib/messages";
import { viewOf, withMoveUnderway } from "../lib/view";
import Board from "./Board.svelte";
import data from "./cases.json";
import { boardOf, boardsOf, NINE, squareAt, squareName } from "./geometry";
import { EMPTY_VIEW, type BoardView } from "./view";

const AXES = data.axes as Record<string, Axes>;
const CASES = data.cases as unknown as { mode: string; name: string; before: BoardMessage; board: BoardMessage }[];
const MODES = Object.keys(AXES);

const cell = (square: number): HTMLElement => document.querySelector<HTMLElement>(`[data-square="${square}"]`)!;
const board = (number: number): HTMLElement => document.querySelector<HTMLElement>(`[data-board="${number}"]`)!;
const boardsWith = (name: string): number[] => NINE.filter((number) => board(number).classList.contains(name));
const viewOfCase = (mode: string, name: string, which: "board" | "before" = "board"): BoardView => {
  const found = CASES.find((one) => one.mode === mode && one.name === name);
  if (!found) throw new Error(`no case ${mode}: ${name}`);
  return viewOf(found[which], AXES[mode]!);
};

beforeAll(() => speak("en"));
afterEach(cleanup);

describe.each(CASES)("$mode: $name", ({ mode, board: message }) => {
  const view = viewOf(message, AXES[mode]!);

  it("shows every mark, every owner, the last move and the boards to play in", () => {
    render(Board, { view, mayPlay: true });
    const marks = Array.from({ length: 81 }, (_, square) => {
      const mark = cell(square).querySelector(".mark:not(.ghost)");
      return mark === null ? "." : mark.classList.contains("x") ? "X" : "O";
    }).join("");
    expect(marks).toBe(message.cells);
    expect(NINE.map((number) => board(number).dataset["owner"]).join("")).toBe(message.owners);
    expect(boardsWith("x")).toEqual(NINE.filter((number) => message.owners[number] === "X"));
    expect(boardsWith("o")).toEqual(NINE.filter((number) => message.owners[number] === "O"));
    expect(boardsWith("dead")).toEqual(NINE.filter((number) => message.owners[number] === "-"));
    expect(boardsWith("lit")).toEqual(message.result ? [] : boardsOf(message.legal));
    expect(document.querySelectorAll(".cell.last")).toHaveLength(1);
    expect(cell(message.last!).classList).toContain("last");
  });

  it("puts a large mark over captured boards, and keeps their cells readable where they are played in", () => {
    render(Board, { view });
    for (const number of NINE) {
      const owned = "XO".includes(message.owners[number]!);
      expect(board(number).querySelectorAll(".owner .mark")).toHaveLength(owned ? 1 : 0);
      expect(board(number).classList.contains("asleep")).toBe(owned && AXES[mode]!.free_move === "undecided");
    }
  });

  it("lets exactly the legal squares be played, and says why for each of the others", async () => {
    const onplay = vi.fn();
    render(Board, { view, mayPlay: true, onplay });
    const legal = message.result ? [] : message.legal;
    const open = Array.from({ length: 81 }, (_, square) => square).filter((square) => cell(square).getAttribute("aria-disabled") === "false");
    expect(open).toEqual(legal);
    for (const square of samples(message)) {
      onplay.mockClear();
      await fireEvent.click(cell(square));
      const allowed = legal.includes(square);
      expect(onplay.mock.calls).toEqual(allowed ? [[square]] : []);
      if (!allowed) expect(screen.getByTestId("refusal").textContent?.trim()).toMatch(whyNot(message, square));
    }
  });

  it("shows before the move where it sends the opponent", async () => {
    render(Board, { view, mayPlay: true });
    for (const [place, square] of (message.result ? [] : message.legal.slice(0, 9)).entries()) {
      await fireEvent.pointerOver(cell(square), { pointerType: "mouse" });
      expect(boardsWith("sent")).toEqual(message.sends[place]);
      expect(cell(square).querySelector(".ghost")).not.toBeNull();
    }
  });

  it("strikes a line through the three boards that won, and only then", () => {
    render(Board, { view });
    expect(boardsWith("won")).toEqual([...(message.result?.boards ?? [])].sort((a, b) => a - b));
    expect(document.querySelectorAll(".line")).toHaveLength(message.result?.boards.length ? 1 : 0);
  });
});

/** One square of each kind on each board: legal, taken, empty but not allowed. */
function samples(message: BoardMessage): number[] {
  const kinds = new Map<string, number>();
  for (let square = 0; square < 81; square++) kinds.set(`${boardOf(square)}${message.legal.includes(square)}${message.cells[square] === "."}`, square);
  return [...kinds.values()];
}

/** The reason that a person at the board should read, worked out from the position alone. */
function whyNot(message: BoardMessage, square: number): RegExp {
  if (message.result) return /^The game is over\.$/;
  if (message.cells[square] !== ".") return new RegExp(`^${message.cells[square]} is there already\\.$`);
  if (!message.free) return new RegExp(`^You must play in board ${message.target! + 1}, `);
  return new RegExp(`^Board ${boardOf(square) + 1} is closed: `);
}

describe.each(MODES)("%s", (mode) => {
  it("begins with every square open and every board lit", () => {
    render(Board, { view: { ...EMPTY_VIEW, capturedStayOpen: AXES[mode]!.free_move === "unfilled" }, mayPlay: true });
    expect(boardsWith("lit")).toEqual([...NINE]);
    expect(document.querySelectorAll('[aria-disabled="false"]')).toHaveLength(81);
  });

  it("draws a move at once and takes no other until it is answered", async () => {
    const onplay = vi.fn();
    const view = viewOfCase(mode, "held");
    render(Board, { view: withMoveUnderway(view, view.legal[0]!), mayPlay: false, onplay });
    expect(cell(view.legal[0]!).querySelector(".mark.o")).not.toBeNull();
    await fireEvent.click(cell(view.legal[1]!));
    expect(onplay).not.toHaveBeenCalled();
  });
});

describe("a board that changes hands", () => {
  it("turns over when it is stolen, and only then", async () => {
    const { rerender } = render(Board, { view: viewOfCase("battle", "stolen", "before") });
    expect(boardsWith("stolen")).toEqual([]);
    const after = viewOfCase("battle", "stolen");
    await rerender({ view: after });
    expect(boardsWith("stolen")).toEqual([boardOf(after.last!)]);
    await rerender({ view: { ...after } });
    expect(boardsWith("stolen"), "told again, still in motion").toEqual([boardOf(after.last!)]);
  });

  it("does not turn over when it is captured for the first time", async () => {
    const { rerender } = render(Board, { view: viewOfCase("modern", "captured by X", "before") });
    await rerender({ view: viewOfCase("modern", "captured by X") });
    expect(boardsWith("stolen")).toEqual([]);
    expect(boardsWith("x")).toHaveLength(1);
  });

  it("draws only the newest mark stroke by stroke", async () => {
    const { rerender } = render(Board, { view: viewOfCase("modern", "captured by X", "before") });
    const after = viewOfCase("modern", "captured by X");
    await rerender({ view: after });
    expect(document.querySelectorAll(".fresh")).toHaveLength(1);
    expect(cell(after.last!).querySelector(".fresh")).not.toBeNull();
  });
});

describe("the keyboard", () => {
  const press = (key: string, more: KeyboardEventInit = {}): Promise<boolean> => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
  const at = (): string => squareName(Number((document.activeElement as HTMLElement).dataset["square"]));
  const begin = (view: BoardView = EMPTY_VIEW, onplay = vi.fn()) => {
    render(Board, { view, mayPlay: true, onplay });
    document.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')!.focus();
    return onplay;
  };

  it("is a grid of nine rows of nine with one tab stop", () => {
    begin();
    expect(screen.getAllByRole("row")).toHaveLength(9);
    expect(screen.getAllByRole("gridcell")).toHaveLength(81);
    expect(document.querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1);
  });

  it("reaches every cell by arrows and stops at the edges", async () => {
    begin();
    await press("Home", { ctrlKey: true });
    expect(at()).toBe("11");
    await press("ArrowUp");
    await press("ArrowLeft");
    expect(at()).toBe("11");
    const seen = new Set<string>();
    for (let row = 0; row < 9; row++) {
      await press("Home");
      for (let column = 0; column < 9; column++) {
        seen.add(at());
        await press("ArrowRight");
      }
      await press("ArrowDown");
    }
    expect(seen.size).toBe(81);
    await press("End", { ctrlKey: true });
    expect(at()).toBe("99");
  });

  it("goes to board and cell by two digits, to the next legal square by n, and plays with Enter", async () => {
    const onplay = begin(viewOfCase("modern", "held"));
    await press("7");
    await press("3");
    expect(at()).toBe("73");
    await press("n");
    const next = Number((document.activeElement as HTMLElement).dataset["square"]);
    expect(viewOfCase("modern", "held").legal).toContain(next);
    await press("Enter");
    expect(onplay).toHaveBeenCalledWith(next);
  });

  it("goes the other way on a board that is turned round", async () => {
    render(Board, { view: EMPTY_VIEW, mayPlay: true, turned: true });
    document.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')!.focus();
    await press("ArrowRight");
    expect(at()).toBe("54");
  });

  it("tells each square by name: where it is, what is on it, what it would do", () => {
    begin(viewOfCase("modern", "held"));
    const view = viewOfCase("modern", "held");
    expect(cell(view.last!).getAttribute("aria-label")).toMatch(/^Board \d, cell \d, X, last move$/);
    expect(cell(view.legal[0]!).getAttribute("aria-label")).toMatch(/empty, you may play here, sends X to board \d$/);
  });
});

describe("a finger", () => {
  it("chooses first and plays on the second touch when asked to confirm", async () => {
    const onplay = vi.fn();
    render(Board, { view: EMPTY_VIEW, mayPlay: true, confirm: true, onplay });
    await fireEvent.click(cell(0));
    expect(onplay).not.toHaveBeenCalled();
    expect(cell(0).classList).toContain("chosen");
    await fireEvent.click(cell(0));
    expect(onplay).toHaveBeenCalledWith(0);
  });

  it("can take the choice back", async () => {
    render(Board, { view: EMPTY_VIEW, mayPlay: true, confirm: true });
    await fireEvent.click(cell(0));
    await fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(document.querySelectorAll(".chosen")).toHaveLength(0);
  });

  it("does not play when it goes down on one square and up on another", async () => {
    const onplay = vi.fn();
    render(Board, { view: EMPTY_VIEW, mayPlay: true, onplay });
    await fireEvent.click(screen.getByRole("grid")); // what a browser sends then: a click on what both share
    expect(onplay).not.toHaveBeenCalled();
  });

  it("zooms into the board one is held to; on a free move the first touch zooms and the second plays", async () => {
    const onplay = vi.fn();
    const { rerender } = render(Board, { view: viewOfCase("modern", "held"), mayPlay: true, zoom: true, onplay, onzoom: vi.fn() });
    expect(document.querySelector(".frame")!.classList).toContain("zoomed");
    expect(screen.queryByText("Tap a board to see it larger")).toBeNull();
    await rerender({ view: EMPTY_VIEW });
    expect(screen.queryByText("Tap a board to see it larger")).not.toBeNull();
    expect(document.querySelector(".frame")!.classList).not.toContain("zoomed");
    await fireEvent.click(cell(squareAt(2, 4)));
    expect(onplay).not.toHaveBeenCalled();
    expect(document.querySelector(".frame")!.classList).toContain("zoomed");
    await fireEvent.click(cell(squareAt(2, 5)));
    expect(onplay).toHaveBeenCalledWith(squareAt(2, 5));
  });
});

describe("somebody who may not play", () => {
  it("is told to wait, or what stands in the way", async () => {
    const { rerender } = render(Board, { view: EMPTY_VIEW, mayPlay: false });
    await fireEvent.click(cell(3));
    expect(screen.getByTestId("refusal").textContent).toContain("not your turn");
    await rerender({ mayPlay: true, blocked: "Not now." });
    await fireEvent.click(cell(3));
    expect(screen.getByTestId("refusal").textContent).toContain("Not now.");
    expect(screen.getByTestId("board-status").textContent).toBe("Not now.");
  });

  it("is not told an old reason once it no longer holds", async () => {
    const { rerender } = render(Board, { view: EMPTY_VIEW, mayPlay: false });
    const nothingIsSaid = (): void => {
      expect(screen.queryByTestId("refusal")).toBeNull();
      expect(screen.getByTestId("board-status").textContent).toBe("");
    };
    await fireEvent.click(cell(3));
    await rerender({ mayPlay: true }); // the turn has come, and the squares are as they were
    nothingIsSaid();

    await rerender({ blocked: "Not connected." });
    await fireEvent.click(cell(3));
    await rerender({ blocked: null });
    nothingIsSaid();

    const held = viewOfCase("modern", "held");
    await rerender({ view: { ...held, legal: [] }, mayPlay: false });
    await fireEvent.click(cell(held.legal[0]!));
    await rerender({ view: held, mayPlay: true });
    nothingIsSaid();
  });

  it("is told as long as it is so, also when a clock ticks or the same position comes again", async () => {
    const { rerender } = render(Board, { view: EMPTY_VIEW, mayPlay: false });
    await fireEvent.click(cell(3));
    await rerender({ view: { ...EMPTY_VIEW } });
    expect(screen.getByTestId("refusal").textContent).toContain("not your turn");
  });

  it("sees a hint, numbers, and both languages", async () => {
    render(Board, { view: EMPTY_VIEW, mayPlay: true, hint: 7, numbered: true });
    expect(cell(7).classList).toContain("hint");
    expect(document.querySelectorAll(".number")).toHaveLength(9);
    await speak("zh-Hant");
    await Promise.resolve();
    expect(cell(7).getAttribute("aria-label")).toContain("第 1 盤第 8 格");
    await speak("en");
  });
});
