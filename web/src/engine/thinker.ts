/** Answers one question after another by a core of its own; the worker is a thin shell round this. */

import type { Axes } from "../lib/messages";
import { bookFor } from "./books";
import { Core, sumOf, type Line, type Place } from "./core";
import { LEVELS } from "./facts";
import { shareOf, varietyOf, weightsFor } from "./networks";
import type { Ask, Found, Proof, Told } from "./questions";

/** A proof search is asked in pieces, so that it can be stopped between them. */
const PIECE = 20_000;
const PROOF_ENTRIES = 1 << 19; // 8 MB, as the known win has natively

/** The file that a variant has of a kind; null where it has none. */
type FileOf = (axes: Axes) => Promise<Uint8Array | null>;

export interface Manner {
  /** Whether the question is still wanted. */
  wanted(): boolean;
  /** Lets messages in: something else may be wanted by now. */
  breathe(): Promise<void>;
  onlines(found: Found): void;
}

export class Thinker {
  readonly #core: Core;
  #judged: string | null = null;
  #booked: number | null = null;
  #proofs = false;
  readonly #weights: FileOf;
  readonly #book: FileOf;
  #manner: Manner | null = null;

  private constructor(core: Core, weights: FileOf, book: FileOf) {
    this.#core = core;
    this.#weights = weights;
    this.#book = book;
  }

  static async open(
    module: WebAssembly.Module,
    tableBytes: number,
    weights: FileOf = weightsFor,
    book: FileOf = bookFor,
  ): Promise<Thinker> {
    let self: Thinker | null = null;
    const core = await Core.open(module, () => {
      self?.lookUp();
      return performance.now() / 1000;
    });
    core.makeSearch(tableBytes);
    return (self = new Thinker(core, weights, book));
  }

  /** Memory that its core holds. */
  get bytes(): number {
    return this.#core.bytes;
  }

  /** The core asks for the time every thousand positions: the moment to see whether it should go on. */
  lookUp(): void {
    if (this.#manner && !this.#manner.wanted()) this.#core.stop();
  }

  async answer(ask: Ask, manner: Manner): Promise<Found | Proof> {
    this.#manner = manner;
    try {
      if (ask.kind === "prove") return await this.#prove(ask, manner);
      return ask.kind === "level" ? await this.#play(ask, manner) : await this.#search(ask, manner);
    } finally {
      this.#manner = null;
    }
  }

  async #search(ask: Ask & { kind: "lines" }, manner: Manner): Promise<Found> {
    await this.#judge(ask.place, ask.byHand);
    if (ask.fresh) this.#core.forget();
    this.#core.turnTo(ask.place);
    if (!this.#core.begin(ask.limits)) return { lines: [], nodes: 0, seconds: 0 };
    while (this.#core.deepen() && manner.wanted()) {
      manner.onlines(this.#found(ask));
      await manner.breathe();
    }
    return this.#found(ask);
  }

  /** The move of a level: the known win where it errs in nothing and one stands, else what it chooses. */
  async #play(ask: Ask & { kind: "level" }, manner: Manner): Promise<Found> {
    const level = LEVELS[ask.level];
    const { axes } = ask.place;
    await this.#judge(ask.place, level.byHand);
    this.#core.turnTo(ask.place);
    const win = level.noise || level.blindness ? null : this.#knownWin();
    const known = win ?? (level.book ? await this.#bookMove(ask) : null);
    if (known) return { lines: [known], nodes: 0, seconds: 0 };
    if (!this.#core.beginAs(level, ask.seed, ask.limits)) return { lines: [], nodes: 0, seconds: 0 };
    while (this.#core.deepen() && manner.wanted()) await manner.breathe();
    const chosen = this.#core.choiceOf(level, ask.seed, varietyOf(axes, level.byHand));
    return { lines: [told(chosen, axes, level.byHand)], nodes: this.#core.nodes, seconds: this.#core.seconds };
  }

  /** The opening book's move; a book that cannot be had is none, and the search finds a move too. */
  async #bookMove({ place, seed }: Ask & { kind: "level" }): Promise<Told | null> {
    const axes = sumOf(place.axes);
    if (axes !== this.#booked) {
      this.#core.openBook(await this.#book(place.axes).catch(() => null));
      this.#booked = axes;
    }
    const found = this.#core.bookMove(seed);
    return found && { squares: [found.move], share: found.share, score: 0, proven: found.proven, distance: 0, depth: 0, book: true };
  }

  #knownWin(): Told | null {
    this.#makeProofs();
    const win = this.#core.knownWin();
    return win && { squares: [win.move], share: 1, score: 0, proven: "win", distance: win.distance, depth: win.distance };
  }

  #makeProofs(): void {
    if (!this.#proofs) this.#core.makeProofs(PROOF_ENTRIES);
    this.#proofs = true;
  }

  #found(ask: Ask & { kind: "lines" }): Found {
    const lines = this.#core.lines().map((line) => told(line, ask.place.axes, ask.byHand));
    return { lines, nodes: this.#core.nodes, seconds: this.#core.seconds };
  }

  /** Who wins: the player to move, the other, or neither; each is a question of its own. */
  async #prove(ask: Ask & { kind: "prove" }, manner: Manner): Promise<Proof> {
    this.#makeProofs();
    this.#core.turnTo(ask.place);
    const board = this.#core.board();
    if (board.result) return { winner: board.result.winner ?? "draw", move: null };
    const me = board.turn;
    const win = await this.#settle(me, "win", ask.nodes, manner);
    if (win.verdict === "proven") return { winner: me, move: win.move };
    const draw = await this.#settle(me, "draw", ask.nodes, manner);
    if (draw.verdict === "disproven") return { winner: me === "X" ? "O" : "X", move: null };
    const settled = win.verdict === "disproven" && draw.verdict === "proven";
    return { winner: settled ? "draw" : null, move: settled ? draw.move : null };
  }

  async #settle(side: "X" | "O", atLeast: "win" | "draw", nodes: number, manner: Manner): Promise<ReturnType<Core["prove"]>> {
    let found = this.#core.prove(side, atLeast, Math.min(PIECE, nodes));
    for (let spent = PIECE; spent < nodes && found.verdict === "unknown" && manner.wanted(); spent += PIECE) {
      await manner.breathe();
      found = this.#core.prove(side, atLeast, PIECE);
    }
    return found;
  }

  /** One network at a time is held: making another takes a tenth of a second. */
  async #judge(place: Place, byHand: boolean): Promise<void> {
    const wanted = byHand ? "hand" : String(sumOf(place.axes));
    if (wanted === this.#judged) return;
    const weights = byHand ? null : await this.#weights(place.axes);
    this.#core.judgeBy(place.axes, weights);
    this.#core.forget(); // what the other one judged is of no use to this
    this.#judged = wanted;
  }
}

function told(line: Line, axes: Axes, byHand: boolean): Told {
  const certain = { win: 1, draw: 0.5, loss: 0 };
  return { ...line, share: line.proven ? certain[line.proven] : shareOf(line.score, axes, byHand) };
}
