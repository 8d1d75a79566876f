/** Games, wherever they are played: how one is opened (once `readyFor` it), and how one begins. */

import { codeFor } from "../here/ready";
import { api } from "./api";
import { LiveGame } from "./live-game.svelte";
import type { CreateGame, GameSummary } from "./messages";
import type { GameListener, PlayedGame } from "./played-game";
import { canRunCore } from "./positions";
import { settings } from "./settings.svelte";

export function openGame(id: string, listener: GameListener = {}): PlayedGame {
  const Here = codeFor(id);
  return Here ? new Here(id, listener) : new LiveGame(id, listener);
}

/** Begin a game, in this page if it concerns nobody else and the browser can, with its first moves if they are made; its id. */
export async function createGame(wish: CreateGame, first: readonly number[] = []): Promise<string> {
  const solo = wish.opponent === "computer" || wish.opponent === "same-device";
  if (solo && (await canPlayHere())) {
    const id = await (await import("../here/begin")).beginHere(wish, first);
    if (id) settings.here = true;
    if (id) return id;
  }
  const { id } = (await api.create(wish)).game;
  // Against the computer only one's own first move: it answers itself.
  if (first.length === 1) await api.command(id, { t: "move", ply: 0, square: first[0]! });
  return id;
}

/** Whether games can be played in this page; otherwise they are on the server. */
export async function canPlayHere(): Promise<boolean> {
  return canRunCore() && (await import("../here/store")).canKeep();
}

/** The games that are played in this page, the newest first. */
export async function gamesHere(): Promise<GameSummary[]> {
  if (!settings.here) return [];
  const { canKeep, keptGames } = await import("../here/store");
  return (await canKeep()) ? keptGames() : [];
}
