/** Looking back in a game while it goes on: which ply is shown, and the boards of the plies passed. */

import type { Board, Game, Replay } from "./messages";

export class Replaying {
  /** The ply that is looked at; null while the newest is. */
  at = $state<number | null>(null);
  #boards = $state.raw<readonly (Board | undefined)[]>([]);
  #moves: readonly number[] = [];
  #asking = false;

  /** Keep each board as it comes by; forget what was taken back. */
  remember(game: Game): void {
    const other = game.moves.findIndex((square, ply) => square !== this.#moves[ply]);
    const known = this.#boards.slice(0, other < 0 ? game.moves.length + 1 : other + 1);
    this.#moves = game.moves;
    known.length = game.moves.length + 1;
    known[game.board.ply] = game.board;
    this.#boards = known;
    if (this.at !== null && this.at >= game.moves.length) this.at = null;
  }

  /** The board to draw: an earlier one when asked for and known, else the newest. */
  shown(game: Game): Board {
    return (this.at === null ? undefined : this.#boards[this.at]) ?? game.board;
  }

  boardAt(ply: number): Board | null {
    return this.#boards[ply] ?? null;
  }

  /** `ask` gives every board, for those that did not come by here. */
  async show(ply: number, game: Game, ask: () => Promise<Replay>): Promise<void> {
    this.at = ply >= game.moves.length ? null : Math.max(0, ply);
    if (this.at === null || this.#boards[this.at] || this.#asking) return;
    this.#asking = true;
    try {
      const { boards, moves } = await ask();
      if (this.#moves.every((square, ply) => square === moves[ply])) this.#boards = boards;
    } finally {
      this.#asking = false;
    }
  }
}
