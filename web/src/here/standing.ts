/**
 * A game in this page as its entries tell it: whoever applies the same entries gets the same game. It is to
 * `ninefold/game/game.py` what page and server must both do with a game; positions come from the core. A test plays games
 * through both and compares them.
 */

import { other } from "../board/geometry";
import type { Place } from "../engine/core";

import type { Board, Game, GameState, GameSummary, Player, Result, Side, SwapState } from "../lib/messages";
import { GameClock } from "./clock";
import type { Beginning, Entry } from "./entries";

/** The core, as far as a game needs it. */
export interface Rules {
  boardAt(place: Place): Board;
}

export class Standing {
  version = 1;
  state: GameState = "playing";
  moves: number[] = [];
  /** What each move left its player. */
  lefts: (number | null)[] = [];
  /** Moves taken back; the last is the next to be made again. */
  undone: number[] = [];
  seats: Record<Side, Player>;
  swapped = false;
  kept = false;
  result: Result | null = null;
  rematch: string | null = null;
  updatedAt: number;
  turnBeganAt: number;
  board: Board;
  clock: GameClock;
  readonly #rules: Rules;

  constructor(
    readonly beginning: Beginning,
    rules: Rules,
    now: number,
  ) {
    this.#rules = rules;
    this.seats = { X: beginning.X, O: beginning.O };
    this.updatedAt = this.turnBeganAt = beginning.created_at;
    this.clock = new GameClock(beginning.clock);
    this.board = this.boardAfter([]);
    this.#beginTurn(beginning.created_at, now);
  }

  /** The game after entries. */
  static of(beginning: Beginning, entries: readonly Entry[], rules: Rules, now: number): Standing {
    const standing = new Standing(beginning, rules, now);
    for (const entry of entries) standing.apply(entry, now);
    return standing;
  }

  /** A copy to try entries on: it replaces this one when they are kept. */
  fork(): Standing {
    const { moves, lefts, undone, seats, clock } = this;
    const twin = new Standing(this.beginning, this.#rules, 0);
    Object.assign(twin, this, { moves: [...moves], lefts: [...lefts], undone: [...undone], seats: { ...seats }, clock: clock.fork() });
    return twin;
  }

  // What there is to see

  get ply(): number {
    return this.moves.length;
  }

  get turn(): Side {
    return this.turnAt(this.ply);
  }

  /** Who moves after so many moves. */
  turnAt(ply: number): Side {
    const first = this.beginning.from?.turn ?? "X";
    return ply % 2 === 0 ? first : other(first);
  }

  /** The position after moves, for the core. */
  placeAfter(moves: readonly number[]): Place {
    const { axes, from } = this.beginning;
    return { axes, moves: [...moves], ...(from ? { from } : {}) };
  }

  /** The board after moves; a game that began from a position counts its own moves only. */
  boardAfter(moves: readonly number[]): Board {
    return { ...this.#rules.boardAt(this.placeAfter(moves)), ply: moves.length };
  }

  /** How it stands with the swap; to play on is to decline it. */
  get swap(): SwapState {
    if (!this.beginning.swap) return "off";
    if (this.swapped) return "swapped";
    if (this.ply === 0) return "ahead";
    return this.ply === 1 && !this.kept && this.result === null ? "open" : "kept";
  }

  /** The computer's level if the game waits for it. */
  get levelToMove(): string | null {
    return this.state === "playing" ? this.seats[this.turn].level : null;
  }

  /** How many moves an undo takes back, and whether the swap; null if there is nothing to take back. */
  countUndone(): { count: number; swap: boolean } | null {
    if (this.result && this.board.result === null) return { count: 0, swap: false };
    const first = this.swapped ? 1 : 0;
    for (let ply = this.ply - 1; ply >= first; ply--) if (this.#isPersons(ply)) return { count: this.ply - ply, swap: false };
    if (!this.swapped) return null;
    // A person is asked again; the computer's decision goes with the move that it was about.
    const byComputer = this.seats[other(this.turnAt(first))].level !== null;
    return { count: this.ply - first + (byComputer ? 1 : 0), swap: true };
  }

  /** What a redo plays: on until a person is to move. */
  countRedone(): number[] {
    const squares: number[] = [];
    for (const square of [...this.undone].reverse()) {
      if (squares.length > 0 && this.#isPersons(this.ply + squares.length)) break;
      squares.push(square);
    }
    return squares;
  }

  #isPersons(ply: number): boolean {
    return this.seats[this.turnAt(ply)].level === null;
  }

  // Applying

  apply(entry: Entry, now: number): void {
    this.version += 1;
    this.updatedAt = entry.at;
    switch (entry.kind) {
      case "move":
        return this.#move(entry, now);
      case "takeback":
        return this.#takeBack(entry, now);
      case "swap":
        return this.#takeOver(entry, now);
      case "keep":
        this.kept = true;
        return;
      case "rematch":
        this.rematch = entry.game;
        return;
      case "resign":
        return this.#finish({ winner: other(entry.side), reason: "resignation", boards: [] });
      case "time":
        this.clock.left[entry.side] = 0;
        return this.#finish({ winner: other(entry.side), reason: "time", boards: [] });
      case "draw":
        return this.#finish({ winner: null, reason: "agreement", boards: [] });
    }
  }

  #move(entry: Entry & { kind: "move" }, now: number): void {
    if (entry.left !== null) this.clock.left[entry.side] = entry.left;
    if (this.undone.at(-1) === entry.square) this.undone.pop();
    else this.undone = [];
    this.moves.push(entry.square);
    this.lefts.push(entry.left);
    this.#look();
    this.#beginTurn(entry.at, now);
    if (this.board.result) this.#finish(this.board.result);
  }

  #takeBack(entry: Entry & { kind: "takeback" }, now: number): void {
    this.#giveTimeBack();
    [this.state, this.result, this.rematch] = ["playing", null, null];
    for (let back = 0; back < entry.count; back++) {
      this.lefts.pop();
      this.undone.push(this.moves.pop()!);
    }
    this.#look();
    if (entry.swap) {
      this.swapped = false;
      this.#switchSides();
      this.undone = []; // who played them has changed
    }
    if (this.ply <= 1) this.kept = false;
    this.clock.charge(entry.left);
    this.#beginTurn(entry.at, now);
  }

  #takeOver(entry: Entry & { kind: "swap" }, now: number): void {
    this.#switchSides();
    this.swapped = true;
    this.undone = [];
    this.clock.charge(entry.left);
    this.#beginTurn(entry.at, now);
  }

  /** To whoever had lost on time: what their last move left them. */
  #giveTimeBack(): void {
    if (this.result?.reason !== "time" || !this.result.winner) return;
    const loser = other(this.result.winner);
    const left = this.lefts.filter((left, ply) => left !== null && this.turnAt(ply) === loser).at(-1);
    this.clock.left[loser] = left ?? this.clock.full;
  }

  #switchSides(): void {
    this.seats = { X: this.seats.O, O: this.seats.X };
  }

  #look(): void {
    this.board = this.boardAfter(this.moves);
  }

  #beginTurn(at: number, now: number): void {
    this.turnBeganAt = at;
    this.clock.run(this.state === "playing" && this.ply >= this.clock.startsAtPly ? this.turn : null, now);
  }

  #finish(result: Result): void {
    this.state = "over";
    // With the line of boards that ended it, also if time or somebody else did.
    this.result = { ...result, boards: this.board.result?.boards ?? [] };
    this.clock.running = null;
  }

  // What pages are told

  view(now: number): Game {
    const { id, mode, axes, opponent, clock, previous, created_at } = this.beginning;
    const left = (side: Side): number | null => {
      const remaining = this.clock.remaining(side, now);
      return remaining === null ? null : Math.max(0, remaining);
    };
    return {
      id,
      version: this.version,
      state: this.state,
      mode,
      axes,
      opponent,
      players: { ...this.seats },
      board: this.board,
      moves: [...this.moves],
      redo: [...this.undone].reverse(),
      swap: this.swap,
      clock: { settings: clock, X: left("X"), O: left("O"), running: this.clock.running, starts_in: 0 },
      offers: { draw: null, takeback: null, rematch: null },
      result: this.result,
      rematch: this.rematch,
      previous,
      solo: true,
      can_abort: this.state === "playing" && this.ply < 2,
      created_at,
      updated_at: this.updatedAt,
    };
  }

  summary(): GameSummary {
    const { id, mode, axes, opponent, clock } = this.beginning;
    const { state, ply, turn, result, updatedAt, seats, board } = this;
    return {
      id,
      mode,
      axes,
      opponent,
      state,
      players: { ...seats },
      clock,
      ply,
      owners: board.owners,
      turn,
      result,
      updated_at: updatedAt,
      cells: board.cells,
    };
  }
}
