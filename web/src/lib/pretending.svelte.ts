/** For tests of parts and pages: a game that does what it is told, and remembers what it was asked. */

import { AXES, CASES } from "../board/looking";
import type { Cause, Game, Hint, Me, Phrase, Player, Presence, Replay, Side, Why } from "./messages";
import type { GameListener, PlayedGame, Wish } from "./played-game";
import type { LinkState } from "./socket";

export const person = (id: string, name = ""): Player => ({ id, name, kind: "person", level: null });
export const computer = (level: string): Player => ({ id: null, name: "", kind: "computer", level });
export const boardOfCase = (mode: string, name: string, which: "board" | "before" = "board"): Game["board"] =>
  CASES.find((one) => one.mode === mode && one.name === name)![which];

/** X has played 65, so O is to move and held to board 5; two people, Ann and Ben, who are both known by name. */
export function aGame(more: Partial<Game> = {}): Game {
  return {
    ...{ id: "g1", version: 3, state: "playing", mode: "modern", axes: AXES["modern"]!, opponent: "link" },
    players: { X: person("ann", "Ann"), O: person("ben", "Ben") },
    ...{ board: boardOfCase("modern", "held"), moves: [49], redo: [], swap: "off" },
    clock: { settings: { kind: "none" }, X: null, O: null, running: null, starts_in: 0 },
    offers: { draw: null, takeback: null, rematch: null },
    ...{ result: null, rematch: null, previous: null, solo: false, can_abort: false, created_at: 0, updated_at: 0 },
    ...more,
  };
}

export const NOTHING: Cause = { kind: "state", by: null, square: null, what: null, id: null };

export class PretendedGame implements PlayedGame {
  readonly id: string;
  game = $state.raw<Game | null>(null);
  me = $state.raw<Me | null>(null);
  mySides = $state.raw<Side[]>([]);
  underway = $state.raw<{ ply: number; square: number } | null>(null);
  busy = false;
  clockedAt = $state(0);
  trouble = $state.raw<PlayedGame["trouble"]>(null);
  presence = $state.raw<Presence | null>(null);
  presenceAt = 0;
  link = $state<LinkState>("live");
  linkRefused = "";
  returned = $state(false);

  /** What it was asked, in order. */
  readonly commands: Wish[] = [];
  readonly played: number[] = [];
  readonly said: Phrase[] = [];
  listener: GameListener = {};
  answers: { hint?: Hint | null; why?: Why; replay?: Replay } = {};
  closed = false;
  joined = 0;

  constructor(game: Game | null = aGame(), mySides: Side[] = ["O"]) {
    this.id = game?.id ?? "g1";
    this.game = game;
    this.mySides = mySides;
  }

  get myTurn(): boolean {
    return this.game?.state === "playing" && this.underway === null && this.mySides.includes(this.game.board.turn);
  }

  /** The game goes on. */
  become(more: Partial<Game>, cause: Partial<Cause> = {}): void {
    const before = this.game;
    this.game = { ...before!, ...more };
    this.listener.onchange?.({ ...NOTHING, ...cause }, before);
  }

  play(square: number): void {
    this.played.push(square);
  }
  command(wish: Wish): void {
    this.commands.push(wish);
  }
  join(): Promise<void> {
    this.joined += 1;
    return Promise.resolve();
  }
  say(phrase: Phrase): void {
    this.said.push(phrase);
  }
  hint(): Promise<Hint | null> {
    return Promise.resolve(this.answers.hint ?? null);
  }
  why(ply: number): Promise<Why> {
    return Promise.resolve({ ...this.answers.why!, ply });
  }
  replay(): Promise<Replay> {
    return Promise.resolve(this.answers.replay!);
  }
  close(): void {
    this.closed = true;
  }
}
