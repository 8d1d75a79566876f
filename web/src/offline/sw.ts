/**
 * The service worker: it keeps all files of one version of the app, so that pages open without a network. What is under
 * `/api` it never touches. A new version waits until a page says `take`; the files of the one before stay for pages that
 * still run it.
 */

/** What the build knows at its end (`offline.ts` beside `vite.config.ts`). */
const { version, files } = JSON.parse("%OFFLINE%") as { version: string; files: string[] };
const CACHE = `ninefold-${version}`;
const SHELL = "/";

/** As much of a service worker as is used here: the compiler knows pages. */
interface Scope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", listener: (event: { waitUntil(done: Promise<unknown>): void }) => void): void;
  addEventListener(kind: "message", listener: (event: MessageEvent<unknown>) => void): void;
  addEventListener(
    kind: "fetch",
    listener: (event: { readonly request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
}
const scope = globalThis as unknown as Scope;

/** Files with a hash in their name never change: one that an older version has is not fetched again. */
async function keep(file: string, cache: Cache): Promise<void> {
  const known = file.startsWith("/assets/") ? await caches.match(file, { ignoreVary: true }) : undefined;
  const response = known ?? (await fetch(file, { cache: "no-cache" }));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  await cache.put(file, response);
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const file of files) await keep(file, cache); // one after the other: nobody waits, and a page may need the line
}

async function tidyUp(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith("ninefold-") && name !== CACHE);
  for (const name of ours.slice(0, -1)) await caches.delete(name);
  await scope.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.mode === "navigate" ? SHELL : request, { ignoreVary: true, ignoreSearch: true });
  return kept ?? (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(tidyUp()));
scope.addEventListener("message", ({ data }) => void (data === "take" && scope.skipWaiting()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const ours = origin === location.origin && request.method === "GET";
  if (ours && !/^\/(api|health|metrics)\b/.test(pathname)) event.respondWith(answer(request));
});
