/**
 * A game on the server as this page sees it: the newest state the server sent, what is on its way to the server, and the
 * line between them. A state replaces the one before if its version is higher; nothing is merged.
 */

import { api, socketAddress, Trouble, type TroubleCode } from "./api";
import type {
  Cause,
  ClientMessage,
  Game,
  GameCommand,
  GameMessage,
  Hint,
  Me,
  Phrase,
  Presence,
  ProblemCode,
  Replay,
  Side,
  Why,
} from "./messages";
import type { GameListener, PlayedGame, Wish } from "./played-game";
import { Link, type LinkEvents, type LinkState } from "./socket";

export class LiveGame implements PlayedGame {
  game = $state.raw<Game | null>(null);
  me = $state.raw<Me | null>(null);
  presence = $state.raw<Presence | null>(null);
  /** When the newest presence came, by this page's own clock. */
  presenceAt = 0;
  link = $state<LinkState>("connecting");
  /** Why the server would not have the line, if it said so: its code for a trouble. */
  linkRefused = $state("");
  /** The game cannot be shown at all. */
  trouble = $state.raw<Trouble | null>(null);
  /** The move that was drawn before the server has answered. */
  underway = $state.raw<{ ply: number; square: number } | null>(null);
  /** When the newest clocks came, by this page's own clock. */
  clockedAt = $state(0);
  /** The line was lost and is found again, and the game has not gone on since. */
  returned = $state(false);
  busy = $state(false);

  readonly id: string;
  #line: Link<GameMessage, ClientMessage> | null = null;
  #waiting = new Map<string, GameCommand>();
  #listener: GameListener;
  /** The line is opened anew on purpose, as somebody who has a seat now. */
  #joining = false;

  constructor(id: string, listener: GameListener = {}) {
    this.id = id;
    this.#listener = listener;
    this.#begin();
  }

  get mySides(): Side[] {
    const { game, me } = this;
    if (!game || !me) return [];
    return (["X", "O"] as const).filter((side) => game.players[side]?.id === me.id);
  }

  get myTurn(): boolean {
    const { game } = this;
    return game?.state === "playing" && this.underway === null && this.mySides.includes(game.board.turn);
  }

  play(square: number): void {
    if (!this.game || !this.myTurn) return;
    const ply = this.game.board.ply;
    this.underway = { ply, square };
    this.command({ t: "move", ply, square });
  }

  /** Send a command; it is sent again, under the same name, until it is answered. */
  command(wish: Wish): void {
    const id = crypto.randomUUID?.() ?? Math.random().toString(36).slice(2);
    const command = { ...wish, id } as GameCommand;
    this.#waiting.set(id, command);
    this.busy = true;
    this.#line?.send(command);
  }

  async join(): Promise<void> {
    const stranger = this.me === null;
    const reply = await api.join(this.id);
    if (stranger) {
      this.#joining = true;
      this.#line?.reopen();
    }
    this.me = reply.me;
    this.#take(reply.game, { kind: "join", by: reply.seats[0] ?? null, square: null, what: null, id: null });
  }

  say(phrase: Phrase): void {
    this.#line?.send({ t: "say", phrase });
  }

  hint(): Promise<Hint> {
    return api.hint(this.id);
  }

  why(ply: number): Promise<Why> {
    return api.why(this.id, ply);
  }

  replay(): Promise<Replay> {
    return api.replay(this.id);
  }

  close(): void {
    this.#line?.close();
  }

  /** The socket's first word is the whole game; a game that is not there closes it for good. */
  #begin(): void {
    const address = socketAddress(`/games/${encodeURIComponent(this.id)}/live`);
    const events: LinkEvents<GameMessage> = {
      onmessage: (message) => this.#receive(message),
      onstate: (state, reason) => this.#turn(state, reason),
      onend: (reason) => (this.trouble = new Trouble(reason as TroubleCode, "")),
    };
    this.#line = new Link<GameMessage, ClientMessage>(address, events, { t: "ping", n: 0 });
  }

  #turn(state: LinkState, reason = ""): void {
    if (state === "live") {
      this.returned ||= this.link === "lost" && this.game !== null && !this.#joining;
      this.#joining = false;
    } else {
      this.returned = false;
      if (this.link === "lost") this.#joining = false; // lost once by joining, and now in earnest
    }
    this.link = state;
    this.linkRefused = reason;
  }

  #receive(message: GameMessage): void {
    switch (message.t) {
      case "welcome":
        this.me = message.me;
        this.#meet(message.presence);
        this.#take(message.game, null);
        for (const command of this.#waiting.values()) this.#line?.send(command);
        return;
      case "game":
        this.#take(message.game, message.cause);
        return this.#settle(message.cause.id);
      case "presence":
        return this.#meet(message);
      case "said":
        return this.#listener.onsaid?.(message.side, message.phrase);
      case "done":
        this.#settle(message.id);
        if (message.version > (this.game?.version ?? 0)) this.#line?.send({ t: "sync" });
        return;
      case "refused":
        return this.#refused(message.code, message.detail, message.id, message.game);
      case "ping":
        this.#line?.send({ t: "pong", n: message.n });
        if (message.version > (this.game?.version ?? 0)) this.#line?.send({ t: "sync" });
        return;
      case "pong":
      case "stopping":
        return;
    }
  }

  #meet(presence: Presence): void {
    this.presenceAt = performance.now();
    this.presence = presence;
  }

  #refused(code: ProblemCode, detail: string, id: string | null, game: Game | null): void {
    this.underway = null;
    this.#settle(id);
    if (game) this.#take(game, null);
    this.#listener.onrefused?.(code, detail);
  }

  #settle(id: string | null): void {
    if (id !== null) this.#waiting.delete(id);
    if (this.#waiting.size === 0) [this.busy, this.underway] = [false, null];
  }

  #take(game: Game, cause: Cause | null): void {
    const before = this.game;
    if (before && game.version < before.version) return;
    this.clockedAt = performance.now();
    if (before && game.version === before.version) {
      this.game = { ...before, clock: game.clock };
      return;
    }
    this.game = game;
    if (cause !== null) this.returned = false;
    if (this.underway && game.board.ply !== this.underway.ply) this.underway = null;
    if (before !== null || cause !== null)
      this.#listener.onchange?.(cause ?? { kind: "state", by: null, square: null, what: null, id: null }, before);
  }
}
