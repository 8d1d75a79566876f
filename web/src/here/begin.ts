/** How a game in this page begins: from what somebody wishes, or as the rematch of another. */

import { other } from "../board/geometry";
import { sumOf, type SetUp } from "../engine/core";
import { knownAbout } from "../lib/about.svelte";
import type { CreateGame, Mode, Player, Side } from "../lib/messages";
import { ABOUT } from "../lib/offered";
import { readMode } from "../lib/variants";
import { openReferee } from "./computer";
import { planMove } from "./decisions";
import type { Beginning, Entry, Kept } from "./entries";
import { HERE, newId } from "./ids";
import { Standing, type Rules } from "./standing";
import { keepGame, makeRoom } from "./store";

const person = (name = ""): Player => ({ id: HERE, name, kind: "person", level: null });

const anySeed = (): number => Math.floor(Math.random() * 2 ** 31);

export function beginningOf(wish: CreateGame, { name, axes }: Mode, defaultLevel: string): Beginning {
  const side: Side = wish.side === "O" || (wish.side !== "X" && Math.random() < 0.5) ? "O" : "X";
  const computer: Player = { id: null, name: "", kind: "computer", level: wish.level ?? defaultLevel };
  const seats =
    wish.opponent === "same-device"
      ? { X: person(wish.names?.[0]), O: person(wish.names?.[1]) }
      : ({ [side]: person(), [other(side)]: computer } as Record<Side, Player>);
  return {
    id: newId(),
    created_at: Date.now(),
    mode: name,
    axes,
    opponent: wish.opponent ?? "computer",
    ...seats,
    swap: wish.swap ?? false,
    clock: wish.clock ?? { kind: "none" },
    previous: null,
    seed: anySeed(),
  };
}

/** The same again, with sides changed. */
export function rematchOf({ beginning, seats }: Standing, id: string): Beginning {
  return { ...beginning, id, created_at: Date.now(), X: seats.O, O: seats.X, previous: beginning.id, seed: anySeed() };
}

export function keptAs(standing: Standing, entries: readonly Entry[]): Kept {
  return { id: standing.beginning.id, beginning: standing.beginning, entries, summary: standing.summary() };
}

export const atItsStart = (beginning: Beginning, rules: Rules): Kept => keptAs(new Standing(beginning, rules, 0), []);

/** Whether the server has a network of its own for a variant, and this page has none. */
const isJudgedThere = ({ axes }: Mode): boolean => knownAbout()?.own_networks.includes(sumOf(axes)) ?? false;

/** Keep a game that begins, with its first moves if they are made; its id, or null for one that the server knows better. */
export async function beginHere(wish: CreateGame, first: readonly number[]): Promise<string | null> {
  const { modes, default_level } = knownAbout() ?? ABOUT;
  const mode = readMode(wish.mode ?? modes[0]!.name, wish.tie_break);
  if (!mode || (wish.opponent === "computer" && isJudgedThere(mode))) return null;
  return keepBegun(beginningOf(wish, mode, default_level), first);
}

/** A game against a level that goes on from a position: where that began, and the moves since. */
export interface From {
  readonly mode: Mode;
  readonly from: SetUp | null;
  readonly moves: readonly number[];
}

/** Keep a game that goes on from a position; its id. */
export async function playOn({ mode, from, moves }: From, side: Side, level: string): Promise<string> {
  return keepBegun({ ...beginningOf({ opponent: "computer", side, level }, mode, level), from }, moves);
}

async function keepBegun(beginning: Beginning, moves: readonly number[]): Promise<string> {
  const standing = new Standing(beginning, await openReferee(), 0);
  const entries: Entry[] = [];
  for (const square of moves) {
    entries.push(planMove(standing, square, { now: 0, at: beginning.created_at }));
    standing.apply(entries.at(-1)!, 0);
  }
  await keepGame(keptAs(standing, entries), null);
  await makeRoom();
  return beginning.id;
}
