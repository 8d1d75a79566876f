// @vitest-environment node
/** The service worker: what it keeps of a version, what it answers from there, and which older files may go. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";

const HOME = "https://ninefold.example";
const FILES = ["/", "/icon.svg", "/assets/app-1.js", "/assets/new-2.js"];

type Given = string | { url: string };
const pathOf = (given: Given): URL => new URL(typeof given === "string" ? given : given.url, HOME);

/** Files by path, found as browsers find them: with the question behind it, and not where the answer may vary. */
class PretendedCache {
  readonly kept = new Map<string, Response>();
  match(given: Given, { ignoreSearch = false, ignoreVary = false } = {}): Promise<Response | undefined> {
    const { pathname, search } = pathOf(given);
    const found = this.kept.get(ignoreSearch ? pathname : pathname + search);
    return Promise.resolve(found && (ignoreVary || !found.headers.has("vary")) ? found.clone() : undefined);
  }
  put(file: string, response: Response): Promise<void> {
    this.kept.set(file, response);
    return Promise.resolve();
  }
}

const all = new Map<string, PretendedCache>();
const caches = {
  open(name: string): Promise<PretendedCache> {
    if (!all.has(name)) all.set(name, new PretendedCache());
    return Promise.resolve(all.get(name)!);
  },
  keys: () => Promise.resolve([...all.keys()]),
  delete: (name: string) => Promise.resolve(all.delete(name)),
  async match(given: Given, options?: object): Promise<Response | undefined> {
    for (const cache of all.values()) {
      const found = await cache.match(given, options);
      if (found) return found;
    }
    return undefined;
  },
};

const fileOf = (text: string): Response => new Response(text, { headers: { vary: "accept-encoding" } });
/** What the network answers by path; what is not there cannot be reached. */
let network: Record<string, () => Response> = {};
const fetched: string[] = [];
const claim = vi.fn(() => Promise.resolve());
const skipWaiting = vi.fn(() => Promise.resolve());
const hears = new Map<string, (event: object) => void>();

beforeEach(async () => {
  all.clear();
  hears.clear();
  fetched.length = 0;
  network = Object.fromEntries(FILES.map((file) => [file, () => fileOf(`new ${file}`)]));
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("clients", { claim });
  vi.stubGlobal("skipWaiting", skipWaiting);
  vi.stubGlobal("location", new URL(HOME));
  vi.stubGlobal("addEventListener", (kind: string, hear: (event: object) => void) => hears.set(kind, hear));
  vi.stubGlobal("fetch", (given: Given, { cache = "" }: { cache?: string } = {}) => {
    fetched.push(cache ? `${pathOf(given).pathname} ${cache}` : pathOf(given).pathname);
    const found = network[pathOf(given).pathname];
    return found ? Promise.resolve(found()) : Promise.reject(new TypeError("no network"));
  });
  const parse = JSON.parse;
  const told = (text: string): unknown => (text === "%OFFLINE%" ? { version: "two", files: FILES } : parse(text));
  vi.spyOn(JSON, "parse").mockImplementation(told);
  vi.resetModules();
  await vi.importActual("./sw"); // a script, which an import in the text would have to be a module for
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  claim.mockClear();
  skipWaiting.mockClear();
});

/** What the worker does in an event that it may take its time for. */
async function does(kind: "install" | "activate"): Promise<void> {
  let done: Promise<unknown> = Promise.reject(new Error("it does not take its time"));
  done.catch(() => undefined);
  hears.get(kind)!({ waitUntil: (promise: Promise<unknown>) => (done = promise) });
  await done;
}
/** Its answer in words; null where it leaves a question to the browser. */
async function answer(path: string, more: { method?: string; mode?: string } = {}): Promise<string | null> {
  let found: Promise<Response> | null = null;
  const request = { url: new URL(path, HOME).href, method: "GET", mode: "cors", ...more };
  hears.get("fetch")!({ request, respondWith: (promise: Promise<Response>) => (found = promise) });
  return found && (await (found as Promise<Response>)).text();
}
/** What an older version has kept. */
async function older(name: string, ...files: string[]): Promise<void> {
  const cache = await caches.open(name);
  for (const file of files) await cache.put(file, fileOf(`${name} ${file}`));
}

test("every file of a version is kept, past what the browser has of it, but for files that never change", async () => {
  await older("ninefold-one", "/", "/icon.svg", "/assets/app-1.js");
  await does("install");
  expect(fetched).toEqual(["/ no-cache", "/icon.svg no-cache", "/assets/new-2.js no-cache"]);
  const kept = all.get("ninefold-two")!.kept;
  expect([...kept.keys()]).toEqual(FILES);
  expect(await Promise.all([...kept.values()].map((one) => one.text()))).toEqual(
    FILES.map((file) => (file === "/assets/app-1.js" ? "ninefold-one /assets/app-1.js" : `new ${file}`)),
  );
});

test.each([404, 500, 503])("a version of which a file is answered by %i is not taken, and the error is not kept", async (status) => {
  network["/icon.svg"] = () => new Response("sorry", { status });
  await expect(does("install")).rejects.toThrow(`/icon.svg: ${status}`);
  expect([...all.get("ninefold-two")!.kept.keys()]).toEqual(["/"]);
});

test.each([
  [["ninefold-two"], ["ninefold-two"]],
  [
    ["ninefold-one", "ninefold-two"],
    ["ninefold-one", "ninefold-two"],
  ],
  [
    ["ninefold-zero", "photos", "ninefold-one", "ninefold-two"],
    ["photos", "ninefold-one", "ninefold-two"],
  ],
  [
    ["ninefold-a", "ninefold-b", "ninefold-two", "ninefold-c"],
    ["ninefold-two", "ninefold-c"],
  ],
])("of %j a version that begins leaves %j: itself, the one before, and what is not its own", async (names, left) => {
  for (const name of names) await caches.open(name);
  await does("activate");
  expect([...all.keys()]).toEqual(left);
  expect(claim).toHaveBeenCalledTimes(1);
});

test("pages open from what is kept, whatever their address, and so do files with or without a question behind them", async () => {
  await older("ninefold-one", "/", "/assets/old-0.js");
  await does("install");
  network = {};
  fetched.length = 0;
  for (const path of ["/", "/learn/battle", "/game/abc?from=mail"]) expect(await answer(path, { mode: "navigate" })).toBe("new /");
  expect([await answer("/icon.svg"), await answer("/icon.svg?v=3")]).toEqual(["new /icon.svg", "new /icon.svg"]);
  expect(await answer("/assets/old-0.js"), "for a page that still runs the version before").toBe("ninefold-one /assets/old-0.js");
  expect(fetched).toEqual([]);
  await expect(answer("/assets/unknown.js")).rejects.toThrow("no network");
  network["/assets/unknown.js"] = () => new Response("found");
  expect(await answer("/assets/unknown.js")).toBe("found");
  expect(await all.get("ninefold-two")!.match("/assets/unknown.js"), "nothing else is kept").toBeUndefined();
});

test.each([
  ["/api/v1/me", {}],
  ["/api/docs", { mode: "navigate" }],
  ["/health", {}],
  ["/metrics", {}],
  ["/icon.svg", { method: "POST" }],
  ["https://elsewhere.example/icon.svg", {}],
])("%s %j is the browser's and the server's", async (path, more) => {
  await does("install");
  expect(await answer(path, more)).toBeNull();
});

test("a new version waits until a page says that it is to be taken", () => {
  const hear = hears.get("message")!;
  hear({ data: "ping" });
  expect(skipWaiting).not.toHaveBeenCalled();
  hear({ data: "take" });
  expect(skipWaiting).toHaveBeenCalledTimes(1);
});
