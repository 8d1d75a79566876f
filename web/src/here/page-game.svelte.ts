/**
 * A game that is played in this page, with the core as referee and opponent. A change is kept in the browser's store before
 * anything shows it; what another tab keeps is read from there.
 */

import { Trouble } from "../lib/api";
import type { LevelName } from "../engine/engine";
import type { Cause, Game, Hint, Me, Replay, Side, Why } from "../lib/messages";
import type { GameListener, PlayedGame, Wish } from "../lib/played-game";
import { settings } from "../lib/settings.svelte";
import { keptAs, atItsStart, rematchOf } from "./begin";
import { Charge } from "./charge";
import { findHint, openReferee, think, type Referee, type Thought } from "./computer";
import { decide, overdue, planMove, planSwap, Refused, type Moment } from "./decisions";
import type { Entry } from "./entries";
import { HERE, newId } from "./ids";
import { limitOf, paceOf } from "./pace";
import { recordText } from "./record";
import { Standing } from "./standing";
import { keepGame, onChangedElsewhere, readGame } from "./store";

const SIDES = ["X", "O"] as const;
/** Timers cannot wait for longer. */
const LONGEST_TIMER = 2 ** 31 - 1;
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const moment = (): Moment => ({ now: performance.now(), at: Date.now() });

export class PageGame implements PlayedGame {
  game = $state.raw<Game | null>(null);
  trouble = $state.raw<Trouble | null>(null);
  busy = $state(false);
  clockedAt = $state(0);
  readonly id: string;
  readonly me: Me = { id: HERE, name: "" };
  // Nobody else is concerned, and there is no line that could be lost.
  readonly underway = null;
  readonly presence = null;
  readonly presenceAt = 0;
  readonly link = "live";
  readonly linkRefused = "";
  /** Whether a clock that stood still while the page was closed runs again. */
  returned = $state(false);

  #listener: GameListener;
  #rules: Referee | null = null;
  #standing: Standing | null = null;
  #entries: readonly Entry[] = [];
  /** One thing after the other: each begins from what the one before has kept. */
  #queue: Promise<void> = Promise.resolve();
  #charge: Charge | null = null;
  #thought: Thought | null = null;
  #flag: ReturnType<typeof setTimeout> | undefined;
  #deaf: () => void;
  #closed = false;

  constructor(id: string, listener: GameListener = {}) {
    this.id = id;
    this.#listener = listener;
    this.#deaf = onChangedElsewhere((changed) => changed === id && this.#inTurn(() => this.#read()));
    this.#inTurn(() => this.#open());
  }

  get mySides(): Side[] {
    const { game } = this;
    return game ? SIDES.filter((side) => game.players[side]?.id === HERE) : [];
  }

  get myTurn(): boolean {
    const { game } = this;
    return game?.state === "playing" && !this.busy && this.mySides.includes(game.board.turn);
  }

  play(square: number): void {
    if (this.game && this.myTurn) this.command({ t: "move", ply: this.game.board.ply, square });
  }

  command(wish: Wish): void {
    this.busy = true;
    this.#inTurn(async () => {
      const standing = this.#standing;
      if (!standing) return;
      const fresh = newId();
      const sides = SIDES.filter((side) => standing.seats[side].id === HERE);
      const entries = decide(standing, wish, sides, moment(), fresh);
      await this.#commit(entries);
    });
  }

  /** Both seats are taken from the beginning. */
  join(): Promise<void> {
    return Promise.resolve();
  }

  /** There is nobody to say it to. */
  say(): void {}

  async hint(): Promise<Hint | null> {
    const standing = this.#standing;
    if (!standing || standing.state !== "playing" || standing.levelToMove) return null;
    const hint = await findHint(standing.placeAfter(standing.moves), this.#restarted);
    return hint && this.#standing?.version === standing.version ? hint : null;
  }

  async why(ply: number): Promise<Why> {
    const rules = await openReferee();
    const standing = this.#standing;
    const square = standing?.moves[ply - 1];
    if (!standing || square === undefined) throw new Trouble("stale", "");
    const remarks = rules.remarks(standing.placeAfter(standing.moves.slice(0, ply - 1)), square);
    return { ply, square, by: standing.turnAt(ply - 1), remarks };
  }

  async replay(): Promise<Replay> {
    await openReferee();
    const standing = this.#standing;
    if (!standing) throw new Trouble("no-such-game", "");
    const { axes, mode } = standing.beginning;
    const boards = [...standing.moves, null].map((_, ply) => standing.boardAfter(standing.moves.slice(0, ply)));
    const spent: (number | null)[] = standing.moves.map(() => null);
    const { moves, seats, result } = standing;
    return { id: this.id, mode, axes, players: seats, moves, boards, spent_ms: spent, result, record: recordText(standing) };
  }

  close(): void {
    this.#closed = true;
    this.#deaf();
    this.#rest();
    this.#charge?.close();
  }

  /** Do something after what is under way; what goes wrong is told. */
  #inTurn(what: () => Promise<void>): void {
    this.#queue = this.#queue
      .then(what)
      .catch((error: unknown) => this.#failed(error))
      .finally(() => (this.busy = false));
  }

  #failed(error: unknown): void {
    if (error instanceof Refused) this.#listener.onrefused?.(error.code, "");
    else if (this.#standing) this.#listener.onrefused?.("not-kept", String(error));
    else this.trouble = error instanceof Trouble ? error : new Trouble("not-loaded", String(error));
  }

  async #open(): Promise<void> {
    this.#rules = await openReferee();
    await this.#read();
    if (!this.#standing) throw new Trouble("no-such-game-here", "");
    if (this.#closed) return;
    this.#charge = new Charge(`ninefold-${this.id}`, () => this.#tend());
    this.#tend(); // without locks it is in charge already
  }

  /** Take over what lies in the store, if that is newer. */
  async #read(): Promise<void> {
    const kept = await readGame(this.id);
    if (!kept || !this.#rules || (this.#standing && kept.entries.length <= this.#entries.length)) return;
    const { now, at } = moment();
    const standing = Standing.of(kept.beginning, kept.entries, this.#rules, now);
    // Days go on while the page is closed. Minutes do not: nobody loses a game by closing it.
    if (kept.beginning.clock.kind === "days") standing.clock.since -= at - standing.turnBeganAt;
    else this.returned = !this.#standing && standing.clock.running !== null;
    const last = kept.entries.at(-1);
    this.#take(standing, kept.entries, this.#standing && last ? causeOf(last) : null);
  }

  /** Keep entries, then change the game, then tell. */
  async #commit(entries: readonly Entry[]): Promise<void> {
    const before = this.#standing!;
    if (entries.length === 0 || this.#closed) return;
    const after = before.fork();
    for (const entry of entries) after.apply(entry, performance.now());
    const all = [...this.#entries, ...entries];
    const last = entries.at(-1)!;
    const following = last.kind === "rematch" ? atItsStart(rematchOf(before, last.game), this.#rules!) : null;
    if (await keepGame(keptAs(after, all), this.#entries.length, following)) return this.#take(after, all, causeOf(last));
    await this.#read();
    throw new Refused("stale");
  }

  #take(standing: Standing, entries: readonly Entry[], cause: Cause | null): void {
    if (this.#closed) return;
    const before = this.game;
    [this.#standing, this.#entries] = [standing, entries];
    this.busy = false;
    this.clockedAt = performance.now();
    this.game = standing.view(this.clockedAt);
    if (cause) {
      this.returned = false;
      this.#listener.onchange?.(cause, before);
    }
    this.#tend();
  }

  /** See to it that the clock is watched, and that the computer thinks if it is to move. */
  #tend(): void {
    this.#rest();
    const standing = this.#standing;
    if (!standing || this.#closed || !this.#charge?.held) return;
    const { running } = standing.clock;
    if (running) {
      const left = standing.clock.remaining(running, performance.now()) ?? 0;
      this.#flag = setTimeout(() => this.#inTurn(() => this.#watchClock()), Math.min(Math.max(0, left) + 2, LONGEST_TIMER));
    }
    if (standing.levelToMove) void this.#playForComputer(standing, standing.levelToMove as LevelName);
  }

  #rest(): void {
    clearTimeout(this.#flag);
    this.#thought?.cancel();
    this.#thought = null;
  }

  async #watchClock(): Promise<void> {
    if (this.#charge?.held) await this.#commit(overdue(this.#standing!, moment()));
  }

  /** Think, keep to a pace that people can follow, and play if the game still waits for it. */
  async #playForComputer(standing: Standing, level: LevelName): Promise<void> {
    const began = performance.now();
    const limit = limitOf(standing, began);
    const place = standing.placeAfter(standing.moves);
    const wanted = (): boolean => this.#standing === standing && this.#charge?.held === true && !this.#closed;
    try {
      let take: number | "swap";
      if (standing.swap === "ahead") {
        // Where its first move can be taken over it plays any: its best would be the other player's.
        take = standing.board.legal[Math.floor(Math.random() * standing.board.legal.length)]!;
      } else {
        const thought = (this.#thought = think(place, level, standing.beginning.seed, limit.seconds, this.#restarted));
        const line = await thought.answer;
        if (!wanted() || this.#thought !== thought) return;
        if (!line) return void setTimeout(() => wanted() && this.#tend(), 50); // somebody else asked meanwhile
        take = standing.swap === "open" && line.share < 0.5 ? "swap" : line.squares[0]!;
      }
      if (!settings.quick) await pause(paceOf(level, limit) - (performance.now() - began));
      this.#inTurn(async () => {
        if (wanted()) await this.#commit([take === "swap" ? planSwap(standing, moment()) : planMove(standing, take, moment())]);
      });
    } catch (error) {
      if (wanted()) this.#listener.ontrouble?.(new Trouble("engine-failed", String(error)));
    }
  }

  #restarted = (): void => this.#listener.ontrouble?.(new Trouble("engine-restarted", ""));
}

function causeOf(entry: Entry): Cause {
  return { kind: entry.kind, by: entry.side, square: entry.kind === "move" ? entry.square : null, what: null, id: null };
}
