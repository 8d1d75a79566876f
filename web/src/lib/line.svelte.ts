/**
 * This visitor's own line to the server, open on whatever page: the search for an opponent, what happens in their games,
 * and the lobby while somebody looks at it. A search belongs to the line, so it follows from page to page and is over
 * when the tab is closed; after a reload, or when a lost line is back, it is begun again.
 */

import { api, asTrouble, socketAddress, Trouble } from "./api";
import { t } from "./i18n/index.svelte";
import type { ClockSettings, GameSummary, LineCommand, LineMessage, Lobby, Me, News, Seek } from "./messages";
import { notify } from "./notify";
import { currentRoute, gamePath, go } from "./router.svelte";
import { Link, type LinkState } from "./socket";
import { play as sound } from "./sound";

const KEY = "ninefold-search";
const FIRST_RETRY = 500;
const LONGEST_RETRY = 5_000;
const MOST_NEWS = 3;

/** What somebody would play; empty means any. */
export type Wishes = { modes: string[]; clocks: ClockSettings[] } & Partial<Pick<Seek, "tie_break" | "swap" | "only">>;

class Line {
  me = $state.raw<Me | null>(null);
  link = $state<LinkState>("connecting");
  lobby = $state.raw<Lobby | null>(null);
  /** Unfinished games; null until the server has told. */
  games = $state.raw<GameSummary[] | null>(null);
  /** Whether there are any games of theirs on the server, finished ones too. */
  played = $state(false);
  /** Why they could not be told, until they are. */
  gamesTrouble = $state.raw<Trouble | null>(null);
  search = $state.raw<Seek | null>(null);
  /** When the search began, by this page's own clock. */
  since = $state(0);
  /** Why the search came to nothing, or could not begin; `only` is whom it was for, if it was for one. */
  refused = $state.raw<{ trouble: Trouble; only: string | null } | null>(null);
  /** What happened in games that this page does not show, the newest last. */
  news = $state.raw<News[]>([]);

  #link: Link<LineMessage, LineCommand> | null = null;
  #lookers = 0;

  /** Games between people in which it is this visitor's turn, but for the one that is looked at. */
  get awaiting(): GameSummary[] {
    const { me } = this;
    return (this.games ?? []).filter((game) => isTurnOf(game, me) && !isShown(game.id));
  }

  /** Become known to the server, then open the line; until it answers, try again. */
  async start(wait = FIRST_RETRY): Promise<void> {
    try {
      this.me = await api.me();
    } catch {
      this.link = "lost";
      setTimeout(() => void this.start(Math.min(wait * 1.6, LONGEST_RETRY)), wait);
      return;
    }
    this.search = remembered();
    this.since = Date.now();
    const events = {
      onmessage: (message: LineMessage) => this.#receive(message),
      onstate: (state: LinkState) => {
        this.link = state;
        document.documentElement.dataset["line"] = state;
      },
    };
    this.#link = new Link<LineMessage, LineCommand>(socketAddress("/me/live"), events, { t: "ping", n: 0 });
  }

  /** Be told of the lobby until the function that comes back is called. */
  lookAtLobby(): () => void {
    this.#lookers += 1;
    if (this.#lookers === 1) this.#link?.send({ t: "follow-lobby", on: true });
    return () => {
      this.#lookers -= 1;
      if (this.#lookers === 0) this.#link?.send({ t: "follow-lobby", on: false });
    };
  }

  /** Look for an opponent, or go on looking with other wishes. */
  seek({ modes, clocks, tie_break = null, swap = null, only = null }: Wishes): void {
    if (this.search === null) this.since = Date.now();
    this.refused = null;
    this.#searching({ t: "seek", modes, clocks, tie_break, swap, only, id: null });
    this.#link?.send(this.search!);
  }

  stop(): void {
    this.#searching(null);
    this.#link?.send({ t: "unseek" });
  }

  /** Somebody else's name is on the line from now on. */
  rename(me: Me): void {
    this.me = me;
    this.#link?.reopen();
  }

  forget(news: News): void {
    this.news = this.news.filter((one) => one !== news);
  }

  #searching(search: Seek | null): void {
    this.search = search;
    try {
      if (search === null) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, JSON.stringify(search));
    } catch {
      // storage is switched off: the search lasts until the page is loaded anew
    }
  }

  #receive(message: LineMessage): void {
    switch (message.t) {
      case "line":
        return this.#welcome(message.me);
      case "called":
        this.#link?.send({ t: "here", seek: message.seek });
        return;
      case "seeking":
        // Dropped, because this page slept through its call: it is awake now.
        if (message.seek === null && this.search) this.#link?.send(this.search);
        return;
      case "paired":
        this.#searching(null);
        sound("theirs");
        notify(t("seek.found"), "", message.game);
        return go(gamePath(message.game));
      case "refused":
        this.refused = { trouble: new Trouble(message.code, message.detail), only: this.search?.only ?? null };
        return this.#searching(null);
      case "lobby":
        this.lobby = message;
        return;
      case "news":
        return this.#hear(message);
      case "ping":
        this.#link?.send({ t: "pong", n: message.n });
        return;
      case "pong":
      case "stopping":
        return;
    }
  }

  #welcome(me: Me | null): void {
    this.me = me ?? this.me;
    if (this.#lookers > 0) this.#link?.send({ t: "follow-lobby", on: true });
    if (this.search) this.#link?.send(this.search);
    void this.#askForGames();
  }

  async #askForGames(): Promise<void> {
    try {
      const { games } = await api.myGames({ limit: 1 });
      this.played ||= games.length > 0;
      this.games = games.filter(isUnfinished);
      this.gamesTrouble = null;
    } catch (error) {
      this.gamesTrouble = asTrouble(error);
      setTimeout(() => this.gamesTrouble && void this.#askForGames(), LONGEST_RETRY);
    }
  }

  #hear(news: News): void {
    this.played = true;
    const others = (this.games ?? []).filter(({ id }) => id !== news.game.id);
    this.games = isUnfinished(news.game) ? [news.game, ...others] : others;
    if (!isShown(news.game.id)) this.news = [...this.news.filter(({ game }) => game.id !== news.game.id), news].slice(-MOST_NEWS);
  }
}

const isUnfinished = (game: GameSummary): boolean => game.state === "waiting" || game.state === "playing";

const isTurnOf = (game: GameSummary, me: Me | null): boolean =>
  game.state === "playing" &&
  (game.opponent === "open" || game.opponent === "link") &&
  me !== null &&
  game.players[game.turn]?.id === me.id;

function isShown(id: string): boolean {
  const route = currentRoute();
  return route.page === "game" && route.id === id;
}

function remembered(): Seek | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Seek | null;
  } catch {
    return null;
  }
}

export const line = new Line();

/** A page's title, with how many games wait for the reader's move. */
export const titled = (text: string): string => {
  const count = line.awaiting.length;
  return `${count > 0 ? `(${count}) ` : ""}${text} · Ninefold`;
};
