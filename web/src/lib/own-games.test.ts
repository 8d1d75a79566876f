/** The list of one's games follows the server: what it no longer tells of is not under way any more. */

import { afterEach, expect, test, vi } from "vitest";
import type { GameSummary } from "./messages";
import { OwnGames } from "./own-games.svelte";

afterEach(() => vi.unstubAllGlobals());

const game = (id: string, state: GameSummary["state"], updated_at: number): GameSummary =>
  ({ id, state, updated_at, mode: "modern", opponent: "open", players: { X: null, O: null }, result: null }) as unknown as GameSummary;

/** What the server answers from now on. */
function serve(...games: GameSummary[]): void {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ games, next: null })));
}

test("a game that was called off leaves the list when the server is asked again, and one that is over stays", async () => {
  const mine = new OwnGames(() => null);
  const ids = (): string[] => mine.all.map(({ id }) => id);
  serve(game("waits", "waiting", 3), game("played", "playing", 2), game("ended", "over", 1));
  await mine.open();
  expect(ids()).toEqual(["waits", "played", "ended"]);
  serve(game("played", "playing", 4));
  await mine.open();
  expect(ids()).toEqual(["played", "ended"]);
});
