/** What the board does: with keys, fingers, moves under way, boards that change hands, and people who must wait. */

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { speak } from "../lib/i18n/index.svelte";
import { withMoveUnderway } from "../lib/view";
import Board from "./Board.svelte";
import { boardOf, NINE, squareAt, squareName } from "./geometry";
import { AXES, boardsWith, cell, viewOfCase } from "./looking";
import { EMPTY_VIEW, type BoardView } from "./view";

beforeAll(() => speak("en"));
afterEach(cleanup);

describe.each(Object.keys(AXES))("%s", (mode) => {
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
  const press = (key: string, more: KeyboardEventInit = {}): Promise<boolean> =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
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

  it("takes two digits for each square, one square after the other", async () => {
    begin(viewOfCase("modern", "held"));
    const reached: string[] = [];
    for (const digit of "738259") {
      await press(digit);
      reached.push(at());
    }
    expect([reached[1], reached[3], reached[5]]).toEqual(["73", "82", "59"]);
  });

  it("goes to the ends of the row, and with Ctrl of the board, whichever way it stands", async () => {
    const { rerender } = render(Board, { view: EMPTY_VIEW, mayPlay: true });
    document.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')!.focus();
    const ends = async (): Promise<string[]> => {
      const reached: string[] = [];
      for (const [key, ctrlKey] of [
        ["Home", false],
        ["End", false],
        ["Home", true],
        ["End", true],
        ["Home", false],
        ["Home", true],
        ["ArrowDown", false],
        ["End", true],
      ] as const) {
        // prettier-ignore
        await press(key, { ctrlKey });
        reached.push(at());
      }
      return reached;
    };
    expect(await ends()).toEqual(["44", "66", "11", "99", "77", "11", "14", "99"]);
    await rerender({ turned: true });
    await press("ArrowDown");
    expect(await ends()).toEqual(["96", "74", "99", "11", "33", "99", "96", "11"]);
  });

  it("goes back by Shift and n, and forgets a first digit when the board is left", async () => {
    const view = viewOfCase("modern", "held");
    begin(view);
    await press("n");
    const first = at();
    await press("n");
    expect(at()).not.toBe(first);
    await press("N", { shiftKey: true });
    expect(at()).toBe(first);
    await press("7");
    await fireEvent.focusOut(document.activeElement!, { relatedTarget: document.body });
    await press("3");
    expect(at()[0], "the first digit of another square").toBe("3");
    await press("9");
    expect(at()).toBe("39");
    for (const held of [{ altKey: true }, { metaKey: true }]) await press("ArrowLeft", held);
    await press("1", { ctrlKey: true });
    expect(at()).toBe("39");
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
    await fireEvent.keyDown(cell(0), { key: "Escape" });
    expect(document.querySelectorAll(".chosen")).toHaveLength(0);
  });

  it("has chosen nothing any more when the game goes on, but still when the same position is told again", async () => {
    const onplay = vi.fn();
    const before = viewOfCase("modern", "held", "before");
    const { rerender } = render(Board, { view: before, mayPlay: true, confirm: true, onplay });
    await fireEvent.click(cell(before.legal[0]!));
    await rerender({ view: { ...before } });
    expect(document.querySelectorAll(".chosen")).toHaveLength(1);
    await rerender({ view: viewOfCase("modern", "held") });
    expect(document.querySelectorAll(".chosen")).toHaveLength(0);
    expect(screen.queryByTestId("again")).toBeNull();
    expect(onplay).not.toHaveBeenCalled();
  });

  it("takes the place of a reason that was given for another square", async () => {
    const view = viewOfCase("modern", "held");
    render(Board, { view, mayPlay: true, confirm: true });
    await fireEvent.click(cell(view.last!));
    expect(screen.getByTestId("refusal")).toBeTruthy();
    await fireEvent.click(cell(view.legal[0]!));
    expect([screen.queryByTestId("refusal"), screen.queryByTestId("again") !== null]).toEqual([null, true]);
    await fireEvent.click(cell(view.last!));
    expect([screen.queryByTestId("again"), document.querySelectorAll(".chosen").length]).toEqual([null, 0]);
    expect(cell(view.last!).classList).toContain("refused");
  });

  it("plays nothing when the second press is on another square", async () => {
    const onplay = vi.fn();
    render(Board, { view: EMPTY_VIEW, mayPlay: true, confirm: true, onplay });
    await fireEvent.click(cell(0));
    await fireEvent.click(cell(1));
    expect(onplay).not.toHaveBeenCalled();
    expect(cell(1).classList).toContain("chosen");
  });

  it("does not play when it goes down on one square and up on another", async () => {
    const onplay = vi.fn();
    render(Board, { view: EMPTY_VIEW, mayPlay: true, onplay });
    await fireEvent.click(screen.getByRole("grid")); // what a browser sends then: a click on what both share
    expect(onplay).not.toHaveBeenCalled();
  });

  it("zooms into the board one is held to; on a free move the first touch zooms and the second plays", async () => {
    const onplay = vi.fn();
    const { rerender } = render(Board, { view: viewOfCase("modern", "held"), mayPlay: true, zoom: true, onplay });
    expect(document.querySelector(".frame")!.classList).toContain("zoomed");
    expect(screen.queryByText("Tap a board to see it larger")).toBeNull();
    await rerender({ view: EMPTY_VIEW });
    expect(screen.queryByText("Tap a board to see it larger")).not.toBeNull();
    expect(document.querySelector(".frame")!.classList).not.toContain("zoomed");
    await fireEvent.click(cell(squareAt(2, 4)));
    expect(onplay).not.toHaveBeenCalled();
    expect(document.querySelector(".frame")!.classList).toContain("zoomed");
    await fireEvent.click(screen.getByRole("button", { name: "Another board" }));
    expect(document.querySelector(".frame")!.classList).not.toContain("zoomed");
    await fireEvent.click(cell(squareAt(2, 4)));
    await fireEvent.click(cell(squareAt(2, 5)));
    expect(onplay).toHaveBeenCalledWith(squareAt(2, 5));
  });
});

it("shows the whole board in small while a part of it is enlarged", () => {
  const view = viewOfCase("battle", "stolen");
  render(Board, { view, mayPlay: true, zoom: true });
  const small = document.querySelector(".zoomer svg")!;
  expect(small.querySelectorAll("rect")).toHaveLength(9);
  const drawn = [...view.cells, ...view.owners].filter((mark) => mark === "X" || mark === "O");
  expect(small.querySelectorAll("path, circle")).toHaveLength(drawn.length);
});

describe("a move that is planned ahead", () => {
  const view = { ...viewOfCase("modern", "held"), legal: [] };
  const last = viewOfCase("modern", "held").last!;
  const free = view.cells.indexOf(".");

  it("is given to whoever keeps it, given up by a second press or Escape, and never on a mark", async () => {
    const onahead = vi.fn();
    const { rerender } = render(Board, { view, mayPlay: false, onahead });
    await fireEvent.click(cell(free));
    await rerender({ ahead: { square: free, player: "X" } });
    await fireEvent.click(cell(free + 1));
    await fireEvent.click(cell(free));
    await fireEvent.keyDown(cell(free), { key: "Escape" });
    expect(onahead.mock.calls.flat()).toEqual([free, free + 1, null, null]);
    await fireEvent.click(cell(last));
    expect(onahead).toHaveBeenCalledTimes(4);
    expect(screen.getByTestId("refusal")).toBeTruthy();
  });

  it("is drawn as a ghost of whoever planned it, on its square alone", async () => {
    const { rerender } = render(Board, { view, ahead: { square: free, player: "X" } });
    const ghosts = (): string[] => [...document.querySelectorAll(".ghost")].map((one) => `${one.closest<HTMLElement>(".cell")!.dataset["square"]} ${one.classList.contains("x")}`); // prettier-ignore
    expect([ghosts(), document.querySelectorAll(".cell.ahead").length]).toEqual([[`${free} true`], 1]);
    await rerender({ ahead: { square: free + 1, player: "O" } });
    expect(ghosts()).toEqual([`${free + 1} false`]);
    await rerender({ ahead: null });
    expect([ghosts(), document.querySelectorAll(".cell.ahead").length]).toEqual([[], 0]);
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

it("plays a finger's second touch where squares are small, and the first where they are large", async () => {
  const onplay = vi.fn();
  render(Board, { view: viewOfCase("modern", "held"), mayPlay: true, onplay });
  const [first, second] = viewOfCase("modern", "held").legal as [number, number];
  const tap = async (square: number, width: number): Promise<void> => {
    vi.spyOn(cell(square), "getBoundingClientRect").mockReturnValue({ width } as DOMRect);
    // The page of these tests knows no pointers: an event with the one field that counts.
    await fireEvent(cell(square), Object.assign(new Event("pointerdown", { bubbles: true }), { pointerType: "touch" }));
    await fireEvent.click(cell(square));
  };
  await tap(first, 43);
  expect(onplay).not.toHaveBeenCalled();
  expect(screen.getByTestId("again").textContent).toMatch(/^Tap again to play · sends X to board \d$/);
  await tap(second, 43); // another square is only shown in its turn
  expect(onplay).not.toHaveBeenCalled();
  await tap(second, 43);
  expect(onplay).toHaveBeenCalledExactlyOnceWith(second);
  await tap(first, 44);
  expect(onplay).toHaveBeenLastCalledWith(first);
});
