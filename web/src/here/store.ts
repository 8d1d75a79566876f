/**
 * Where games of this page lie: IndexedDB. A change is kept when its promise is fulfilled, and only if nobody, in another
 * tab, has changed the game meanwhile. Other tabs are told.
 */

import type { GameSummary } from "../lib/messages";
import type { Kept } from "./entries";

const GAMES = "games";
/** So many games are kept; then those that were over first make room. */
const MOST = 500;

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("ninefold", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "id" });
    request.onsuccess = () => {
      const base = request.result;
      base.onclose = () => (opened = null);
      base.onversionchange = () => {
        base.close(); // a newer page wants to change the store
        opened = null;
      };
      resolve(base);
    };
    request.onerror = () => reject(failure(request.error));
  });
  opened.catch(() => (opened = null));
  return opened;
}

const failure = (error: DOMException | null): Error => error ?? new Error("the browser's store failed");

function answer<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(failure(request.error));
  });
}

function complete(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(failure(transaction.error));
  });
}

/** Whether this browser keeps games: some do not, in private windows. */
export async function canKeep(): Promise<boolean> {
  try {
    await open();
    return true;
  } catch {
    return false;
  }
}

export async function readGame(id: string): Promise<Kept | undefined> {
  const store = (await open()).transaction(GAMES).objectStore(GAMES);
  return answer(store.get(id) as IDBRequest<Kept | undefined>);
}

/** Every game of this page with all that happened in it, the newest first. */
export async function allKept(): Promise<Kept[]> {
  const store = (await open()).transaction(GAMES).objectStore(GAMES);
  const kept = await answer(store.getAll() as IDBRequest<Kept[]>);
  return kept.sort((one, two) => two.summary.updated_at - one.summary.updated_at);
}

/** Every game of this page as a line of a list, the newest first. */
export async function keptGames(): Promise<GameSummary[]> {
  return (await allKept()).map(({ summary }) => summary);
}

/** Keep a game that had so many entries before (null: none at all), and one that follows it; false if it has others by now. */
export async function keepGame(game: Kept, before: number | null, following: Kept | null = null): Promise<boolean> {
  const transaction = (await open()).transaction(GAMES, "readwrite");
  const done = complete(transaction);
  const store = transaction.objectStore(GAMES);
  const known = await answer(store.get(game.id) as IDBRequest<Kept | undefined>);
  const unchanged = (known?.entries.length ?? null) === before;
  if (unchanged) {
    store.put(game);
    if (following) store.put(following);
  }
  await done;
  if (unchanged) tell(game.id);
  return unchanged;
}

/** Let those make room that were over first. */
export async function makeRoom(most = MOST): Promise<void> {
  const transaction = (await open()).transaction(GAMES, "readwrite");
  const done = complete(transaction);
  const store = transaction.objectStore(GAMES);
  const kept = await answer(store.getAll() as IDBRequest<Kept[]>);
  const over = kept.map(({ summary }) => summary).filter(({ state }) => state !== "playing");
  over.sort((one, two) => one.updated_at - two.updated_at);
  for (const { id } of over.slice(0, Math.max(0, kept.length - most))) store.delete(id);
  await done;
}

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("ninefold-games");
const listeners = new Set<(id: string) => void>();
channel?.addEventListener("message", ({ data }: MessageEvent<string>) => listeners.forEach((listener) => listener(data)));

function tell(id: string): void {
  channel?.postMessage(id);
}

/** Hear of games that another tab has changed; returns how to stop hearing. */
export function onChangedElsewhere(listener: (id: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
