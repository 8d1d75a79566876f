/** A game in this page as a record, as the server writes it (`ninefold/game/record.py`): whatever reads one reads the other. */

import { formatRecord } from "../analysis/format-record";
import { bareMove, type Move } from "../analysis/tree";
import type { ClockSettings, Result, Side, SwapState } from "../lib/messages";
import type { Standing } from "./standing";

const VERSION = "1";
const SIDES = ["X", "O"] as const;
const SWAPS: Partial<Record<SwapState, string>> = { ahead: "offered", open: "offered", kept: "declined", swapped: "taken" };

export function recordText(game: Standing): string {
  const { id, mode, axes, from, created_at } = game.beginning;
  const tags: [string, string][] = [["Date", new Date(created_at).toISOString().slice(0, 10)], ["Game", id], ...told(game)];
  const result = letterOf(game.result);
  return formatRecord({ mode: { name: mode, axes }, from: from ?? null, tags, result, next: lineOf(game) }, result);
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

/** The moves, each with what it left its player. */
const lineOf = ({ moves, lefts }: Standing): readonly Move[] =>
  moves.reduceRight<readonly Move[]>((next, square, ply) => [{ ...bareMove(square), clock: lefts[ply] ?? null, next }], []);

function clockWord(clock: ClockSettings): string {
  if (clock.kind === "none") return "";
  return clock.kind === "days" ? `${clock.days}d` : `${clock.initial_s}+${clock.increment_s}`;
}

const letterOf = (result: Result | null): string => (result === null ? "*" : (result.winner ?? "="));
