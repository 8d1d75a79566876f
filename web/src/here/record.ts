/** A game in this page as a record, as the server writes it (`ninefold/game/record.py`): whatever reads one reads the other. */

import { squareName } from "../board/geometry";
import type { ClockSettings, Result, Side, SwapState } from "../lib/messages";
import { variantWord } from "../lib/variants";
import type { Standing } from "./standing";

const MOVES_A_LINE = 10;
const VERSION = "1";
const SIDES = ["X", "O"] as const;
const SWAPS: Partial<Record<SwapState, string>> = { ahead: "offered", open: "offered", kept: "declined", swapped: "taken" };

export function recordText(game: Standing): string {
  const { id, mode, axes, created_at } = game.beginning;
  const letter = letterOf(game.result);
  const tags: [string, string][] = [
    ["Mode", variantWord(mode, axes)],
    ["Date", new Date(created_at).toISOString().slice(0, 10)],
    ["Game", id],
    ...told(game),
    ["Result", letter],
  ];
  const lines = tags.map(([name, value]) => `[${name} "${escape(value)}"]`);
  return [...lines, "", ...moveLines(game), letter, ""].join("\n");
}

function told(game: Standing): [string, string][] {
  const seats = SIDES.map((side) => [side, game.seats[side]] as const);
  const clock = clockWord(game.beginning.clock);
  const swap = SWAPS[game.swap];
  return [
    ...seats
      .map(([side, { name, level }]): [Side, string] => [side, name || (level ? `Ninefold (${level})` : "")])
      .filter(([, name]) => name),
    ...seats.flatMap(([side, { level }]): [string, string][] => (level ? [[`Seat${side}`, level]] : [])),
    ...(clock ? [["Clock", clock] as [string, string]] : []),
    ...(swap ? [["Swap", swap] as [string, string]] : []),
    ...(game.result ? [["Ending", game.result.reason] as [string, string]] : []),
    ["Ninefold", VERSION],
  ];
}

function* moveLines({ moves, lefts }: Standing): Generator<string> {
  const words = moves.map((square, ply) => squareName(square) + clockNote(lefts[ply] ?? null));
  for (let at = 0; at < words.length; at += MOVES_A_LINE) yield `${at + 1}. ${words.slice(at, at + MOVES_A_LINE).join(" ")}`;
}

function clockNote(left: number | null): string {
  if (left === null) return "";
  const seconds = Math.floor(left / 1000);
  const two = (n: number): string => String(n).padStart(2, "0");
  const rest = left % 1000 ? `.${String(left % 1000).padStart(3, "0")}`.replace(/0+$/, "") : "";
  return ` {[clock ${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${rest}]}`;
}

function clockWord(clock: ClockSettings): string {
  if (clock.kind === "none") return "";
  return clock.kind === "days" ? `${clock.days}d` : `${clock.initial_s}+${clock.increment_s}`;
}

const letterOf = (result: Result | null): string => (result === null ? "*" : (result.winner ?? "="));
const escape = (text: string): string => text.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n").replace(/\r/g, "\\r");
