/** Positions as one line: ours (`rules/notation.py`), and uttt.ai's 93 digits (`rules/foreign.py`). What cannot be is the core's to say. */

import { NINE } from "../board/geometry";
import type { Core, SetUp } from "../engine/core";
import type { Mode } from "../lib/messages";
import { doubtTexts } from "./doubts";
import { parseMode } from "./parse-mode";
import { shown, Unreadable } from "./unreadable";

const TIE_BREAK = "tie-break=";

/** Whether a text looks like a position of ours, right or wrong. */
export const looksLikePosition = (text: string): boolean => (text.split(/\s+/)[1] ?? "").includes("/") && !/^\s*[a-z]{1,2}\//i.test(text);

export function parsePosition(text: string, rules: Core): { mode: Mode; from: SetUp | null } {
  const words = text.trim().split(/\s+/);
  const last = words.at(-1)?.toLowerCase() ?? "";
  const tieBreak = last.startsWith(TIE_BREAK) ? last.slice(TIE_BREAK.length) : null;
  if (tieBreak !== null) words.pop();
  if (words.length !== 5) throw new Unreadable("read.position", { text: shown(text) });
  const [word, boards, owners, turn, target] = words as [string, string, string, string, string];
  const mode = parseMode(word, tieBreak);
  const from = {
    cells: parseBoards(boards),
    owners: parseOwners(owners),
    turn: parseTurn(turn),
    target: parseTarget(target),
  };
  return { mode, from: believed(mode, from, rules) };
}

/** A position that can be; null for the empty board. Every reason against another is told. */
export function believed(mode: Mode, from: SetUp, rules: Core): SetUp | null {
  const doubts = rules.doubts(mode.axes, from);
  if (doubts.length > 0) throw new Unreadable("read.impossible", {}, () => doubtTexts(doubts));
  return from.cells === ".".repeat(81) ? null : from;
}

function parseBoards(text: string): string {
  const boards = text.toUpperCase().split("/");
  if (boards.length !== 9) throw new Unreadable("read.boards", { count: boards.length });
  return boards.map((board, n) => parseBoard(board, n + 1)).join("");
}

function parseBoard(text: string, board: number): string {
  const cells = text.replace(/[1-9]/g, (digit) => ".".repeat(Number(digit)));
  if (!/^[XO.]{9}$/.test(cells)) throw new Unreadable("read.board", { board, text: shown(text) });
  return cells;
}

function parseOwners(text: string): string {
  const owners = text.toUpperCase();
  if (!/^[XO.-]{9}$/.test(owners)) throw new Unreadable("read.owners", { text: shown(text) });
  return owners;
}

function parseTurn(text: string): "X" | "O" {
  const turn = text.toUpperCase();
  if (turn !== "X" && turn !== "O") throw new Unreadable("read.turn", { text: shown(text) });
  return turn;
}

function parseTarget(text: string): number | null {
  if (text === "-") return null;
  if (!/^[1-9]$/.test(text)) throw new Unreadable("read.target", { text: shown(text) });
  return Number(text) - 1;
}

// uttt.ai's: 81 squares, 9 boards, the side to move, the target and the result.

const UTTT_AI = /^[0-2]{81}[0-3]{9}[12][0-9][0-3]$/;
export const looksLikeUtttAi = (text: string): boolean => /^[0-9]{93}$/.test(text.trim());

export function parseUtttAi(text: string, mode: Mode, rules: Core): SetUp | null {
  const digits = text.trim();
  if (!UTTT_AI.test(digits)) throw new Unreadable("read.position", { text: shown(text) });
  const marks = Array.from(digits.slice(0, 90), (digit) => ".XO-"[Number(digit)]).join("");
  const turn = digits[90] === "1" ? "X" : "O";
  const [target, result] = [Number(digits[91]), Number(digits[92])];
  const base = { cells: marks.slice(0, 81), owners: marks.slice(81), turn } as const;
  const empty = base.cells === ".".repeat(81);
  const free = empty ? [null] : NINE;
  let failure: unknown = null;
  for (const candidate of target < 9 ? [target] : free) {
    try {
      const from = believed(mode, { ...base, target: candidate }, rules);
      rules.turnTo({ axes: mode.axes, moves: [], ...(from ? { from } : {}) });
      const board = rules.board();
      const ended = board.result ? (board.result.winner === null ? 3 : board.result.winner === "X" ? 1 : 2) : 0;
      if ((board.held ?? 9) === target && ended === result) return from;
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure instanceof Unreadable ? failure : new Unreadable("read.follows");
}
