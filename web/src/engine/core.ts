/**
 * The C core in this page: rules, search and proofs of one instance, called directly and answering at once. Whoever
 * must not wait asks through the worker (`engine.ts`). The other side is core/wasm/page.c.
 */

import type { Axes, Board, Side } from "../lib/messages";
import { REASONS, REMARKS } from "./facts";

/** What the core imports from the page: a clock, which it also asks whether to go on. */
export type Clock = () => number;

interface Exports {
  memory: WebAssembly.Memory;
  room(bytes: number): number;
  out(): number;
  start(axes: number): number;
  set_up(axes: number, text: number, turn: number, target: number): number;
  doubts(axes: number, text: number, turn: number, target: number): number;
  owners(text: number): void;
  play(square: number): number;
  look(): void;
  perft(depth: number): number;
  search_make(tableBytes: number): number;
  search_judge(axes: number, weights: number, bytes: number): number;
  search_forget(): void;
  search_begin(nodes: number, seconds: number, depth: number, lines: number): number;
  search_deepen(): number;
  search_stop(): void;
  search_nodes(): number;
  search_seconds(): number;
  search_lines(): number;
  level_begin(nodes: number, seconds: number, depth: number, noise: number, blindness: number, oversight: number, seed: number): number;
  level_choose(noise: number, blindness: number, variety: number, seed: number): void;
  known_win(): number;
  book_open(file: number, bytes: number): number;
  book_choose(seed: number): number;
  remarks(square: number): number;
  reasons(square: number, better: number, answer: number): number;
  evaluate(): number;
  proof_make(entries: number): number;
  prove(player: number, outcomes: number, nodes: number): number;
}

/** A position: a variant, and what was played from its start, or from a position that was set up. */
export interface Place {
  readonly axes: Axes;
  readonly moves: readonly number[];
  readonly from?: SetUp;
}

/** A position as the boards say it: 81 marks, 9 owners, who is to move and where the last move points. */
export interface SetUp {
  readonly cells: string;
  readonly owners: string;
  readonly turn: Side;
  readonly target: number | null;
}

/** Something that speaks against a position; what the numbers are depends on the code (core/ninefold.h). */
export interface Doubt {
  readonly code: (typeof DOUBTS)[number];
  readonly player: Side;
  readonly board: number;
  readonly one: number;
  readonly two: number;
}

/** Where a search must end; what is not given sets no end. */
export interface Limits {
  readonly nodes?: number;
  readonly seconds?: number;
  readonly depth?: number;
  readonly lines?: number;
}

/** A level in the core's numbers; `make types` writes the eight into `facts.ts`. */
export interface Weakness {
  readonly nodes: number;
  /** 0: no limit. */
  readonly seconds: number;
  readonly depth: number;
  readonly noise: number;
  readonly blindness: number;
  readonly oversight: number;
  /** Whether it follows the opening book. */
  readonly book: boolean;
}

/** A line of analysis for the player to move; the score is in the core's units. */
export interface Line {
  readonly squares: readonly number[];
  readonly proven: "win" | "draw" | "loss" | null;
  /** Moves to the proven end, where there is one. */
  readonly distance: number;
  readonly score: number;
  readonly depth: number;
}

export type RemarkCode = (typeof REMARKS)[number];
export type ReasonCode = (typeof REASONS)[number];

/** In the order of the core's codes. */
export const DOUBTS = [
  ...(["counts", "turn", "no-line", "closed", "went-on", "no-owner", "not-dead", "dead"] as const),
  ...(["empty", "no-target", "two-winners", "won-before", "unanswered", "apart", "last-move"] as const),
] as const;

export type Verdict = "unknown" | "proven" | "disproven";

const SIDES = ["X", "O"] as const;
const SQUARES = 81;
const PER_LINE = 5 + SQUARES;
const ANY_TIME = -1;
const PROVEN = [null, "win", "draw", "loss"] as const;

/** A variant as the core knows it: the sum of the axes that are not at their first value. */
export function sumOf(axes: Axes): number {
  const bits = [
    axes.release === "full",
    axes.free_move === "unfilled",
    axes.ownership === "latest",
    axes.ending === "full",
    axes.tie_break === "boards",
  ];
  return bits.reduce((sum, bit, place) => sum + (bit ? 1 << place : 0), 0);
}

export class Core {
  readonly #c: Exports;
  readonly #text: number;
  #last: number | null = null;
  #ply = 0;

  private constructor(exports: Exports) {
    this.#c = exports;
    this.#text = exports.room(SQUARES + 9);
  }

  static async open(module: WebAssembly.Module, clock: Clock = () => performance.now() / 1000): Promise<Core> {
    const instance = await WebAssembly.instantiate(module, { env: { nf_seconds: clock } });
    return new Core(instance.exports as unknown as Exports);
  }

  /** Turn to a position; an error names what the rules refuse. */
  turnTo(place: Place): void {
    const axes = sumOf(place.axes);
    const refused = place.from ? this.#setUp(axes, place.from) : this.#c.start(axes);
    if (refused) throw new RangeError(`no such position: ${JSON.stringify(place.from ?? place.axes)}`);
    this.#ply = place.from ? SQUARES - count(place.from.cells, ".") : 0;
    this.#last = null;
    for (const square of place.moves) this.play(square);
  }

  play(square: number): void {
    if (this.#c.play(square)) throw new RangeError(`square ${square} is not legal after ${this.#ply} moves`);
    this.#last = square;
    this.#ply += 1;
  }

  /** What speaks against a position; nothing does against one that a game can reach. */
  doubts(axes: Axes, at: SetUp): Doubt[] {
    this.#write(at.cells + at.owners);
    const count = this.#c.doubts(sumOf(axes), this.#text, SIDES.indexOf(at.turn), at.target ?? 9);
    const out = this.#out(5 * count);
    return Array.from({ length: count }, (_, n) => {
      const [code = 0, player = 0, board = 0, one = 0, two = 0] = out.subarray(5 * n, 5 * n + 5);
      return { code: DOUBTS[code]!, player: SIDES[player as 0 | 1], board, one, two };
    });
  }

  /** The owners that marks alone tell; `?` for a board with a line of both. */
  owners(cells: string): string {
    this.#write(cells);
    this.#c.owners(this.#text);
    return new TextDecoder().decode(new Uint8Array(this.#c.memory.buffer, this.#text + SQUARES, 9).slice());
  }

  /** The position as the server would tell it. */
  board(): Board {
    this.#c.look();
    const out = this.#out(SQUARES + 9 + 6 + 2 * SQUARES);
    const [turn, target, held, outcome, line, legal] = out.subarray(SQUARES + 9) as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const squares = Array.from({ length: legal }, (_, n) => SQUARES + 9 + 6 + 2 * n);
    return {
      ply: this.#ply,
      cells: Array.from(out.subarray(0, SQUARES), (mark) => ".XO"[mark]).join(""),
      owners: Array.from(out.subarray(SQUARES, SQUARES + 9), (owner) => ".XO-"[owner]).join(""),
      turn: SIDES[turn as 0 | 1],
      target: target === 9 ? null : target,
      held: held && !outcome ? target : null,
      free: !held && !outcome,
      last: this.#last,
      legal: squares.map((at) => out[at] ?? 0),
      sends: squares.map((at) => members(out[at + 1] ?? 0)),
      result: outcome === 0 ? null : resultOf(outcome, members(line)),
    };
  }

  perft(depth: number): number {
    return this.#c.perft(depth);
  }

  /** Make the search; its memory is kept for as long as the instance lives. */
  makeSearch(tableBytes: number): void {
    if (this.#c.search_make(tableBytes)) throw new Error("there is no memory for a search");
  }

  /** Judge positions of a variant by a network; with null by hand. */
  judgeBy(axes: Axes, weights: Uint8Array | null): void {
    if (!weights) return void this.#c.search_judge(sumOf(axes), 0, 0);
    const at = this.#hold(this.#weights, weights);
    if (this.#c.search_judge(sumOf(axes), at, weights.length)) throw new Error("these weights make no network");
  }

  /** Follow an opening book; with null none. */
  openBook(book: Uint8Array | null): void {
    if (!book) return void this.#c.book_open(0, 0);
    if (this.#c.book_open(this.#hold(this.#book, book), book.length)) throw new Error("this is no opening book");
  }

  /** The book's move with the dice of a seed, where it has one: its square, the share of the point and what is proven. */
  bookMove(seed: number): { move: number; share: number; proven: Line["proven"] } | null {
    if (!this.#c.book_choose(seed)) return null;
    const [move = 0, percent = 0, proven = 0] = this.#out(3);
    return { move, share: percent / 100, proven: PROVEN[proven] ?? null };
  }

  readonly #weights = { at: 0, room: 0 };
  readonly #book = { at: 0, room: 0 };

  /** Put a file into the core's memory, where the one before it stood if there is room; files differ in length. */
  #hold(place: { at: number; room: number }, file: Uint8Array): number {
    if (file.length > place.room) place.at = this.#c.room((place.room = file.length));
    new Uint8Array(this.#c.memory.buffer, place.at, file.length).set(file);
    return place.at;
  }

  forget(): void {
    this.#c.search_forget();
  }

  /** Begin to search the position; false if the game is over. */
  begin(limits: Limits): boolean {
    return !this.#c.search_begin(limits.nodes ?? 0, limits.seconds ?? ANY_TIME, limits.depth ?? 0, limits.lines ?? 1);
  }

  /** Begin to search as a level does, with the mistakes of a seed. Where nodes are given its own time is not kept. */
  beginAs(level: Weakness, seed: number, limits: Limits = {}): boolean {
    const nodes = least(level.nodes, limits.nodes ?? 0);
    const seconds = least(limits.nodes ? 0 : level.seconds, limits.seconds ?? 0) || ANY_TIME;
    return !this.#c.level_begin(nodes, seconds, level.depth, level.noise, level.blindness, level.oversight, seed);
  }

  /** The line that the level plays, of those that the search has found; `variety` is what it may cost. */
  choiceOf(level: Weakness, seed: number, variety: number): Line {
    this.#c.level_choose(level.noise, level.blindness, variety, seed);
    return lineAt(this.#out(PER_LINE), 0);
  }

  /** X's known win, where it stands: its move, and how many moves away the end is at most. Needs `makeProofs`. */
  knownWin(): { move: number; distance: number } | null {
    if (!this.#c.known_win()) return null;
    const [move = 0, by = 0] = this.#out(2);
    return { move, distance: by - this.#ply };
  }

  /** What a legal square does, most telling first. */
  remarks(square: number): RemarkCode[] {
    const bits = this.#c.remarks(square);
    return REMARKS.filter((_, n) => (bits >> n) & 1);
  }

  /** Why a legal square is worse than another, most telling first; the answer is the best reply to it. */
  reasons(square: number, better: number, answer: number | null): ReasonCode[] {
    const bits = this.#c.reasons(square, better, answer ?? SQUARES);
    return REASONS.filter((_, n) => (bits >> n) & 1);
  }

  /** Look one move deeper; false when the search is at its end. */
  deepen(): boolean {
    return this.#c.search_deepen() !== 0;
  }

  stop(): void {
    this.#c.search_stop();
  }

  get nodes(): number {
    return this.#c.search_nodes();
  }

  get seconds(): number {
    return this.#c.search_seconds();
  }

  /** The best lines so far, best first. */
  lines(): Line[] {
    const found = this.#c.search_lines();
    const out = this.#out(found * PER_LINE);
    return Array.from({ length: found }, (_, n) => lineAt(out, n * PER_LINE));
  }

  /** The evaluation alone, in the core's units. */
  evaluate(): number {
    return this.#c.evaluate();
  }

  makeProofs(entries: number): void {
    if (this.#c.proof_make(entries)) throw new Error("there is no memory for proofs");
  }

  /** Whether a side can win, or at least draw, against every defence; what was found carries over to the next call. */
  prove(side: Side, atLeast: "win" | "draw", nodes: number): { verdict: Verdict; move: number | null } {
    const player = SIDES.indexOf(side);
    const outcomes = (1 << (1 + player)) | (atLeast === "draw" ? 1 << 3 : 0);
    const verdict = (["unknown", "proven", "disproven"] as const)[this.#c.prove(player, outcomes, nodes)] ?? "unknown";
    const move = this.#out(2)[1] ?? SQUARES;
    return { verdict, move: verdict === "proven" && move < SQUARES ? move : null };
  }

  /** Memory that this instance holds. */
  get bytes(): number {
    return this.#c.memory.buffer.byteLength;
  }

  /** What the core wrote; a new view each time, because memory that grows moves. */
  #out(length: number): Int32Array {
    return new Int32Array(this.#c.memory.buffer, this.#c.out(), length);
  }

  #write(text: string): void {
    new TextEncoder().encodeInto(text, new Uint8Array(this.#c.memory.buffer, this.#text, SQUARES + 9));
  }

  #setUp(axes: number, at: SetUp): number {
    this.#write(at.cells + at.owners);
    return this.#c.set_up(axes, this.#text, SIDES.indexOf(at.turn), at.target ?? 9);
  }
}

function lineAt(out: Int32Array, at: number): Line {
  const [proven = 0, distance = 0, score = 0, depth = 0, length = 0] = out.subarray(at, at + 5);
  const squares = Array.from(out.subarray(at + 5, at + 5 + length));
  return { squares, proven: PROVEN[proven] ?? null, distance, score, depth };
}

function resultOf(outcome: number, boards: number[]): NonNullable<Board["result"]> {
  const winner = outcome === 3 ? null : SIDES[(outcome - 1) as 0 | 1];
  return { winner, reason: winner === null ? "draw" : boards.length > 0 ? "line" : "tie-break", boards };
}

function members(mask: number): number[] {
  return Array.from({ length: 9 }, (_, n) => n).filter((n) => (mask >> n) & 1);
}

/** The smaller of two limits, where 0 is none. */
function least(one: number, other: number): number {
  return one && other ? Math.min(one, other) : one || other;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
