/** What plays games in this page is loaded when one of them is wanted. */

import { isHere } from "./ids";
import type { PageGame } from "./page-game.svelte";

let Here: typeof PageGame | null = null;

/** To be awaited before a game is opened: its code. */
export async function readyFor(id: string): Promise<void> {
  if (isHere(id)) Here ??= (await import("./page-game.svelte")).PageGame;
}

/** What plays a game, if that is in this page. */
export const codeFor = (id: string): typeof PageGame | null => (isHere(id) ? Here : null);
