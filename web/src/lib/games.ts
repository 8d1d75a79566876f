/** Games, wherever they are played: how one is opened, and how one begins. */

import { api } from "./api";
import { LiveGame } from "./live-game.svelte";
import type { CreateGame } from "./messages";
import type { GameListener, PlayedGame } from "./played-game";

export function openGame(id: string, listener: GameListener = {}): PlayedGame {
  return new LiveGame(id, listener);
}

/** Begin a game; its id, to be opened. */
export async function createGame(wish: CreateGame): Promise<string> {
  return (await api.create(wish)).game.id;
}
