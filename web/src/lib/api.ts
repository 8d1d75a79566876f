/** Questions to the server over HTTP. Whatever goes wrong comes back as one Trouble with a code. */

import { API } from "./messages";
import type {
  About,
  Board,
  CreateGame,
  GameCommand,
  GameReply,
  Hint,
  Me,
  Mode,
  MyGames,
  MyRecords,
  NewToken,
  Problem,
  ProblemCode,
  Replay,
  Scope,
  Tokens,
  TryOut,
  Why,
} from "./messages";

/** The server's codes, and those that only a page can find out. */
export type TroubleCode =
  ProblemCode | "offline" | "unreadable" | "no-such-game-here" | "not-kept" | "not-loaded" | "engine-restarted" | "engine-failed";

export class Trouble extends Error {
  constructor(
    readonly code: TroubleCode,
    readonly detail: string,
  ) {
    super(detail || code);
  }
}

/** Anything thrown, as a Trouble. */
export const asTrouble = (error: unknown): Trouble => (error instanceof Trouble ? error : new Trouble("unreadable", String(error)));

const LONG_ENOUGH = 15_000;

export async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const init: RequestInit = { method, signal: AbortSignal.timeout(LONG_ENOUGH), headers: { accept: "application/json" } };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, "content-type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(`${API}${path}`, init);
  } catch {
    throw new Trouble("offline", "");
  }
  if (response.status === 204) return undefined as Answer;
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as Answer;
  const problem = answer as Problem | null;
  throw new Trouble(problem?.code ?? (response.status >= 502 ? "offline" : "unreadable"), problem?.detail ?? "");
}

const at = (game: string): string => `/games/${encodeURIComponent(game)}`;

export const api = {
  about: () => ask<About>("GET", "/about"),
  me: () => ask<Me>("GET", "/me"),
  rename: (name: string) => ask<Me>("PUT", "/me", { name }),
  myGames: ({ limit = 40, cursor = null }: { limit?: number; cursor?: string | null } = {}) =>
    ask<MyGames>("GET", `/me/games?limit=${limit}${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`),
  myRecords: (cursor: string | null) =>
    ask<MyRecords>("GET", `/me/records?limit=100${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`),
  tokens: () => ask<Tokens>("GET", "/me/tokens"),
  signOut: () => ask<void>("DELETE", "/me"),
  createToken: (label: string, scopes: Scope[]) => ask<NewToken>("POST", "/me/tokens", { label, scopes }),
  deleteToken: (id: string) => ask<void>("DELETE", `/me/tokens/${encodeURIComponent(id)}`),
  create: (wish: CreateGame) => ask<GameReply>("POST", "/games", wish),
  command: (id: string, command: GameCommand) => ask<GameReply>("POST", `${at(id)}/commands`, command),
  join: (id: string) => ask<GameReply>("POST", `${at(id)}/join`, {}),
  replay: (id: string) => ask<Replay>("GET", `${at(id)}/replay`),
  hint: (id: string) => ask<Hint>("GET", `${at(id)}/hint`),
  why: (id: string, ply: number) => ask<Why>("GET", `${at(id)}/why?ply=${ply}`),
  mode: (word: string) => ask<Mode>("GET", `/modes/${encodeURIComponent(word)}`),
  position: (wish: TryOut) => ask<Board>("POST", "/position", wish),
};

export const socketAddress = (path: string): string => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${API}${path}`;
