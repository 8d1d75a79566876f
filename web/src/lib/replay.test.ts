// @vitest-environment node
/** Looking back in a game while it goes on, and while moves are taken back. */

import { expect, it, vi } from "vitest";
import type { Game, Replay } from "./messages";
import { Replaying } from "./replay.svelte";

/** A game after moves, whose board says which. */
const after = (...moves: number[]): Game => ({ moves, board: { ply: moves.length, cells: moves.join() } }) as unknown as Game;
const told = (...moves: number[]): Replay =>
  ({ moves, boards: [...moves, 0].map((_, ply) => after(...moves.slice(0, ply)).board) }) as unknown as Replay;

it("shows the newest board unless an earlier one is asked for", async () => {
  const replaying = new Replaying();
  const ask = vi.fn(() => Promise.resolve(told(40, 36)));
  expect([replaying.at, replaying.boardAt(0)]).toEqual([null, null]);
  const game = after(40, 36);
  replaying.remember(game);
  expect(replaying.shown(game)).toBe(game.board);
  await replaying.show(1, game, ask);
  expect(replaying.shown(game).cells).toBe("40");
  await replaying.show(0, game, ask);
  expect([replaying.at, replaying.shown(game).cells]).toEqual([0, ""]);
  expect(ask).toHaveBeenCalledTimes(1); // it gives every board
  await replaying.show(2, game, ask);
  expect([replaying.at, replaying.shown(game)]).toEqual([null, game.board]);
});

it("keeps boards that come by and forgets those of moves that were taken back", async () => {
  const replaying = new Replaying();
  for (const game of [after(), after(40), after(40, 36)]) replaying.remember(game);
  expect([0, 1, 2].map((ply) => replaying.boardAt(ply)?.cells)).toEqual(["", "40", "40,36"]);
  replaying.remember(after(40, 37));
  expect([0, 1, 2].map((ply) => replaying.boardAt(ply)?.cells)).toEqual(["", "40", "40,37"]);
  replaying.remember(after(4, 3, 37)); // squares, not their digits: 4 is not the beginning of 40
  expect([0, 1, 2, 3].map((ply) => replaying.boardAt(ply)?.cells)).toEqual(["", undefined, undefined, "4,3,37"]);
  await replaying.show(1, after(4, 3, 37), () => Promise.resolve(told(4, 37, 3)));
  expect(replaying.boardAt(1)).toBeNull(); // an answer about another game
  replaying.remember(after());
  expect(replaying.at).toBeNull(); // there is nothing earlier any more
});

it("goes on showing what is looked at when a later move is taken back", async () => {
  const replaying = new Replaying();
  replaying.remember(after(40, 36, 4));
  await replaying.show(1, after(40, 36, 4), () => Promise.resolve(told(40, 36, 4)));
  replaying.remember(after(40, 36));
  expect([replaying.at, replaying.shown(after(40, 36)).cells, replaying.boardAt(3)]).toEqual([1, "40", null]);
  replaying.remember(after(40));
  expect(replaying.at, "which is the newest now").toBeNull();
});

it("goes no further back than the beginning, and no further on than the newest", async () => {
  const replaying = new Replaying();
  const game = after(40, 36);
  replaying.remember(game);
  const at = async (ply: number): Promise<number | null> => {
    await replaying.show(ply, game, () => Promise.resolve(told(40, 36)));
    return replaying.at;
  };
  expect([await at(-1), await at(0), await at(1), await at(2), await at(3)]).toEqual([0, 0, 1, null, null]);
});
