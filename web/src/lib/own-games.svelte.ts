/**
 * All games of whoever reads the page, those on the server and those in this browser, as one list: unfinished ones first, then
 * the newest. The server gives its finished ones page by page; a filter asks for as many pages as it needs to fill the screen.
 */

import { HERE, isHere } from "../here/ids";
import { api, asTrouble, type Trouble } from "./api";
import { gamesHere } from "./games";
import type { GameSummary, Me, Side } from "./messages";
import { endingFor, playerName, type Ending } from "./words";

const A_PAGE = 50;
/** So many more are shown at a time. */
export const SHOWN = 20;
const SIDES = ["X", "O"] as const;

/** How a game stands for whoever plays it; `over` for one that both sides of one device played. */
export type Standing = "turn" | "theirs" | "waiting" | "over" | Ending;
export type Against = "people" | "computer" | "same-device";

export interface Filter {
  mode: string;
  /** `running` takes in both turns, `over` every ending. */
  result: "" | "running" | Standing;
  against: "" | Against;
  name: string;
}

export const sidesOf = (game: GameSummary, me: Me | null): Side[] =>
  SIDES.filter((side) => [HERE, me?.id].includes(game.players[side]?.id ?? undefined));

export function standingOf(game: GameSummary, me: Me | null): Standing {
  const sides = sidesOf(game, me);
  if (game.state === "waiting") return "waiting";
  if (game.state === "playing") return sides.includes(game.turn) ? "turn" : "theirs";
  return (game.result && sides.length === 1 && endingFor(game.result, sides[0]!)) || "over";
}

export const againstOf = ({ opponent }: GameSummary): Against =>
  opponent === "computer" || opponent === "same-device" ? opponent : "people";

/** Whom a game is, or was, against. */
export function opponentName(game: GameSummary, me: Me | null): string {
  const mine = sidesOf(game, me);
  const others = mine.length === 1 ? SIDES.filter((side) => !mine.includes(side)) : SIDES;
  return others.map((side) => playerName(game.players[side], side)).join(" – ");
}

function isWanted(game: GameSummary, { mode, result, against, name }: Filter, me: Me | null): boolean {
  const standing = standingOf(game, me);
  const running = standing === "turn" || standing === "theirs";
  return (
    (!mode || game.mode === mode) &&
    (!result || standing === result || (result === "running" && running) || (result === "over" && !running && standing !== "waiting")) &&
    (!against || againstOf(game) === against) &&
    opponentName(game, me).toLowerCase().includes(name.trim().toLowerCase())
  );
}

const isOver = ({ state }: GameSummary): boolean => state === "over";

export class OwnGames {
  filter = $state<Filter>({ mode: "", result: "", against: "", name: "" });
  /** Why the server's games are missing, or some of them. */
  trouble = $state.raw<Trouble | null>(null);
  loading = $state(true);
  #here = $state.raw<readonly GameSummary[]>([]);
  #there = $state.raw<readonly GameSummary[]>([]);
  /** Where the server's next page begins; null: there is none, undefined: none was asked for. */
  #next = $state<string | null | undefined>(undefined);
  #wanted = $state(SHOWN);
  readonly #me: () => Me | null;
  #filling: Promise<void> | null = null;

  constructor(me: () => Me | null) {
    this.#me = me;
  }

  /** Every game that is known, in the order in which they are shown. */
  readonly all = $derived.by(() => {
    const last = this.#there.filter(isOver).at(-1)?.updated_at ?? Infinity;
    // What is older than the server's last page waits for the next: otherwise it would jump when that comes.
    const here = this.#here.filter((game) => !isOver(game) || !this.#next || game.updated_at >= last);
    const known = [...here, ...this.#there].filter(({ state }) => state !== "aborted");
    return known.sort((one, two) => Number(isOver(one)) - Number(isOver(two)) || two.updated_at - one.updated_at);
  });
  readonly #fitting = $derived(this.all.filter((game) => isWanted(game, this.filter, this.#me())));
  readonly shown = $derived(this.#fitting.slice(0, this.#wanted));
  readonly hasMore = $derived(this.#fitting.length > this.#wanted || Boolean(this.#next));
  /** The modes that there are games of. */
  readonly modes = $derived([...new Set(this.all.map(({ mode }) => mode))]);

  /** Show the games of this browser, and the newest of the server's; also when something has happened in one of them. */
  async open(): Promise<void> {
    this.#here = await gamesHere().catch(() => []);
    await this.#ask(null);
    await this.fill();
  }

  async more(): Promise<void> {
    this.#wanted += SHOWN;
    await this.fill();
  }

  /** Ask for further pages until the screen is full, or there are no more. */
  fill(): Promise<void> {
    this.#filling ??= this.#askOn().finally(() => (this.#filling = null));
    return this.#filling;
  }

  /** Everything as one file of records; `tell` hears how many there are so far. */
  async records(tell: (count: number) => void): Promise<{ text: string; count: number }> {
    const texts: string[] = [];
    let count = 0;
    let cursor: string | null = null;
    do {
      const page = await api.myRecords(cursor);
      if (page.text) texts.push(page.text);
      tell((count += page.count));
      cursor = page.next;
    } while (cursor !== null);
    if (this.#here.length > 0) {
      const here = await (await import("../here/records")).recordsHere();
      texts.push(...here);
      tell((count += here.length));
    }
    return { text: texts.join("\n"), count };
  }

  async #askOn(): Promise<void> {
    while (this.#next && this.#fitting.length < this.#wanted && !this.trouble) await this.#ask(this.#next);
  }

  async #ask(cursor: string | null): Promise<void> {
    this.loading = true;
    try {
      const page = await api.myGames({ limit: A_PAGE, cursor });
      const fresh = new Set(page.games.map(({ id }) => id));
      const known = this.#there.filter((game) => !fresh.has(game.id) && (cursor !== null || isOver(game)));
      this.#there = cursor === null ? [...page.games, ...known] : [...known, ...page.games];
      if (cursor !== null || this.#next === undefined) this.#next = page.next;
      this.trouble = null;
    } catch (error) {
      this.trouble = asTrouble(error);
    } finally {
      this.loading = false;
    }
  }
}

/** Whether a game is kept in this browser and nowhere else. */
export const isOnlyHere = ({ id }: GameSummary): boolean => isHere(id);
