/** Somebody tries a position of their game again: a move counts if it gives up hardly anything of what the best one keeps. */

import type { Core } from "../engine/engine";
import type { Board } from "../lib/messages";
import { drop, weigh, type Score } from "./judgement";
import { boardAt, NODES, placeAt, reasonsFor, scoreOf, settled, type Looker, type Played, type Reason, type ReviewedMove } from "./review";

/** So much of the point a move may give up and still be right. */
const ACCEPTED = 0.04;

export type Verdict =
  | { readonly kind: "best" | "good" | "played" }
  /** With the best reply to it, if the game goes on. */
  | { readonly kind: "wrong"; readonly reply: number | null; readonly reasons: readonly Reason[] };

export class Retry {
  readonly move: ReviewedMove;
  readonly #game: Played;
  readonly #engine: Looker;
  readonly #rules: Core;

  constructor(move: ReviewedMove, game: Played, engine: Looker, rules: Core) {
    this.move = move;
    this.#game = { ...game, moves: game.moves.slice(0, move.ply) };
    this.#engine = engine;
    this.#rules = rules;
  }

  /** The board before the mistake, or after some moves from there. */
  board(more: readonly number[] = []): Board {
    const game = this.#with(more);
    return boardAt(game, this.#rules, game.moves.length);
  }

  /** Judge a legal move; null: something else was asked meanwhile. */
  async try(square: number): Promise<Verdict | null> {
    const { move } = this;
    if (square === move.best) return { kind: "best" };
    if (square === move.square) return { kind: "played" };
    const after = await this.#after(square);
    if (!after) return null;
    const found = weigh(square, [[move.best, move.before]], after.score);
    if (found.judgement === "best") return { kind: "best" };
    if (found.after.proven !== "loss" && move.before.proven !== "win" && drop(found.before, found.after) <= ACCEPTED)
      return { kind: "good" };
    const place = placeAt(this.#game, move.ply);
    return { kind: "wrong", reply: after.reply, reasons: reasonsFor(this.#rules, place, square, move.best, after.reply) };
  }

  async #after(square: number): Promise<{ score: Score; reply: number | null } | null> {
    const board = this.board([square]);
    if (board.result) return { score: settled(board.result.winner), reply: null };
    const game = this.#with([square]);
    const found = await this.#engine.sameLines(placeAt(game, game.moves.length), { nodes: NODES, lines: 1 }, false);
    const best = found?.lines[0];
    return best ? { score: scoreOf(board.turn, best), reply: best.squares[0] ?? null } : null;
  }

  #with(more: readonly number[]): Played {
    return { ...this.#game, moves: [...this.#game.moves, ...more] };
  }
}
