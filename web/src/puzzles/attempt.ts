/**
 * Somebody at a puzzle. Nothing here knows the solution: whether a move keeps the result is proven in the worker when it
 * is played. What cannot be settled is never called wrong.
 */

import type { Core, Engine, Place } from "../engine/engine";
import type { ReasonCode } from "../engine/core";
import type { Axes, Board } from "../lib/messages";
import type { Puzzle } from "./shelf";

/** Positions that a proof may look at; those of the shelf take far fewer. */
const NODES = 2_000_000;
/** Positions looked at for an answer. By hand: no network has to be loaded for it. */
const REPLY = { nodes: 30_000, lines: 1 };
/** How much of an answer to a wrong move is shown. */
const SHOWN = 3;

/** Reasons that tell what a wrong move does; the others would tell what the right one is. */
const ABOUT_THE_MOVE = /^(lets|gives|sends)-/;

export type Answer =
  { readonly kind: "right" | "solved" } | { readonly kind: "wrong"; readonly line: readonly number[]; readonly reason: ReasonCode | null };

export class Attempt {
  readonly puzzle: Puzzle;
  readonly #axes: Axes;
  readonly #engine: Engine;
  readonly #rules: Core;
  #moves: readonly number[] = [];
  #left: number;

  constructor(puzzle: Puzzle, axes: Axes, engine: Engine, rules: Core) {
    this.puzzle = puzzle;
    this.#axes = axes;
    this.#engine = engine;
    this.#rules = rules;
    this.#left = puzzle.steps;
  }

  /** How many moves are still to be found. */
  get left(): number {
    return this.#left;
  }

  /** The board now, or after some moves more. */
  board(more: readonly number[] = []): Board {
    this.#rules.turnTo(this.#place(more));
    return this.#rules.board();
  }

  /** Try a legal move; a wrong one leaves all as it was. Null: somebody else has asked the engine meanwhile. */
  async play(square: number): Promise<Answer | null> {
    const keeps = await this.#keeps(square);
    if (keeps === null) return null;
    if (!keeps) return this.#refute(square);
    const after = this.board([square]);
    this.#moves = [...this.#moves, square];
    this.#left -= 1;
    if (after.result || this.#left === 0) return { kind: "solved" };
    const reply = await this.#line([]);
    if (!reply) return null;
    this.#moves = [...this.#moves, reply[0]!];
    return { kind: this.board().result ? "solved" : "right" };
  }

  /** A move that keeps the result, or one that lets it go. */
  async find(keeps = true): Promise<number | null> {
    const { legal } = this.board();
    const first = keeps ? 0 : this.#lot() % legal.length;
    for (const square of [...legal.slice(first), ...legal.slice(0, first)]) if ((await this.#keeps(square)) === keeps) return square;
    return null;
  }

  /** A number that the puzzle decides: always the lowest wrong move in a hint would tell which of its two is right. */
  #lot(): number {
    const letters = [...this.puzzle.name].map((letter) => letter.charCodeAt(0));
    return letters.reduce((sum, code) => (31 * sum + code) % 9973, this.#left);
  }

  /** Whether a move keeps the result, for certain as far as that can be told; null: never mind any more. */
  async #keeps(square: number): Promise<boolean | null> {
    const proof = await this.#engine.prove(this.#place([square]), NODES);
    if (!proof) return null;
    const { turn, result } = this.puzzle;
    return proof.winner === null || proof.winner === turn || (result === "draw" && proof.winner === "draw");
  }

  async #refute(square: number): Promise<Answer | null> {
    const ended = this.board([square]).result !== null;
    const line = ended ? [] : await this.#line([square]);
    const better = await this.find();
    if (!line || better === null) return null;
    this.#rules.turnTo(this.#place([]));
    const reasons = this.#rules.reasons(square, better, line[0] ?? null);
    return { kind: "wrong", line: [square, ...line.slice(0, SHOWN)], reason: reasons.find((code) => ABOUT_THE_MOVE.test(code)) ?? null };
  }

  async #line(more: readonly number[]): Promise<readonly number[] | null> {
    const found = await this.#engine.lines(this.#place(more), REPLY, null, true);
    return found && (found.lines[0]?.squares ?? []);
  }

  #place(more: readonly number[]): Place {
    const { cells, owners, turn, target } = this.puzzle;
    return { axes: this.#axes, from: { cells, owners, turn, target }, moves: [...this.#moves, ...more] };
  }
}
