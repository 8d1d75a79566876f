/** The board in every state it can show, in each mode. */

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { speak } from "../lib/i18n/index.svelte";
import type { Board as BoardMessage } from "../lib/messages";
import { viewOf } from "../lib/view";
import Board from "./Board.svelte";
import { boardOf, boardsOf, NINE } from "./geometry";
import { AXES, board, boardsWith, CASES, cell, cells } from "./looking";

beforeAll(() => speak("en"));

describe.each(CASES)("$mode: $name", ({ mode, board: message }) => {
  // One board for the whole case: what is only looked at need not be drawn anew.
  const onplay = vi.fn();
  beforeAll(() => void render(Board, { view: viewOf(message, AXES[mode]!), mayPlay: true, onplay }));
  afterAll(cleanup);

  it("shows every mark, every owner, the last move and the boards to play in", () => {
    const drawn = cells().map((one) => one.querySelector(".mark:not(.ghost)"));
    const marks = drawn.map((mark) => (mark === null ? "." : mark.classList.contains("x") ? "X" : "O")).join("");
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
    for (const number of NINE) {
      const owned = "XO".includes(message.owners[number]!);
      expect(board(number).querySelectorAll(".owner .mark")).toHaveLength(owned ? 1 : 0);
      expect(board(number).classList.contains("asleep")).toBe(owned && AXES[mode]!.free_move === "undecided");
    }
  });

  it("lets exactly the legal squares be played, and says why for each of the others", async () => {
    const legal = message.result ? [] : message.legal;
    const open = cells().flatMap((one, square) => (one.getAttribute("aria-disabled") === "false" ? [square] : []));
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
    for (const [place, square] of (message.result ? [] : message.legal.slice(0, 9)).entries()) {
      await fireEvent.pointerOver(cell(square), { pointerType: "mouse" });
      expect(boardsWith("sent")).toEqual(message.sends[place]);
      expect(cell(square).querySelector(".ghost")).not.toBeNull();
    }
    if (!message.result) return;
    await fireEvent.pointerOver(cell(Math.max(0, message.cells.indexOf("."))), { pointerType: "mouse" });
    expect(boardsWith("sent")).toEqual([]); // nobody is sent anywhere any more
    expect(document.querySelectorAll(".ghost")).toHaveLength(0);
  });

  it("strikes a line through the three boards that won, and only then", () => {
    expect(boardsWith("won")).toEqual([...(message.result?.boards ?? [])].sort((a, b) => a - b));
    expect(document.querySelectorAll(".line")).toHaveLength(message.result?.boards.length ? 1 : 0);
  });
});

/** One square of each kind on each board: legal, taken, empty but not allowed. */
function samples(message: BoardMessage): number[] {
  const kinds = new Map<string, number>();
  for (let square = 0; square < 81; square++)
    kinds.set(`${boardOf(square)}${message.legal.includes(square)}${message.cells[square] === "."}`, square);
  return [...kinds.values()];
}

/** The reason that a person at the board should read, worked out from the position alone. */
function whyNot(message: BoardMessage, square: number): RegExp {
  if (message.result) return /^The game is over\.$/;
  if (message.cells[square] !== ".") return new RegExp(`^${message.cells[square]} is there already\\.$`);
  if (!message.free) return new RegExp(`^You must play in board ${message.target! + 1}, `);
  return new RegExp(`^Board ${boardOf(square) + 1} is closed: `);
}
