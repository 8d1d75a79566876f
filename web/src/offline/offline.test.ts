/** New versions of the app as a page sees them: when one is offered, when it is not any more, and how it is taken. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";

class Worker extends EventTarget {
  readonly told: unknown[] = [];
  constructor(public state: ServiceWorkerState) {
    super();
  }
  postMessage(what: unknown): void {
    this.told.push(what);
  }
  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

/** What the browser knows of this app's workers. */
class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  readonly update = vi.fn(() => Promise.resolve());
  find(worker: Worker): void {
    this.installing = worker;
    this.dispatchEvent(new Event("updatefound"));
  }
}

let registered: Registration;
let container: EventTarget & { controller: object | null; register: ReturnType<typeof vi.fn> };
let page: typeof import("./offline.svelte");
beforeEach(async () => {
  vi.resetModules();
  vi.stubEnv("PROD", true);
  registered = new Registration();
  container = Object.assign(new EventTarget(), { controller: {}, register: vi.fn(() => Promise.resolve(registered)) });
  Object.defineProperty(navigator, "serviceWorker", { value: container, configurable: true });
  page = await import("./offline.svelte");
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("the worker is asked for anew at every visit, and only of an app that was built", async () => {
  await page.keepOffline();
  expect(container.register.mock.calls).toEqual([["/sw.js", { updateViaCache: "none" }]]);
  vi.stubEnv("PROD", false);
  await page.keepOffline();
  expect(container.register).toHaveBeenCalledTimes(1);
});

test("a browser without workers, or one that refuses, is no trouble", async () => {
  container.register.mockRejectedValue(new Error("storage is off"));
  await page.keepOffline();
  Reflect.deleteProperty(navigator, "serviceWorker");
  await page.keepOffline();
  expect(page.newVersion()).toBe(false);
});

test.each([
  ["a version that lies ready is offered", true, "installed", true],
  ["the first version is no new one", false, "installed", false],
  ["one that is still being fetched is not offered yet", true, "installing", false],
] as const)("%s", async (_, controlled, state, offered) => {
  container.controller = controlled ? {} : null;
  registered.waiting = new Worker(state);
  await page.keepOffline();
  expect(page.newVersion()).toBe(offered);
});

test("a version that is found later is offered when it is fetched, and no more once another tab has taken it", async () => {
  await page.keepOffline();
  const worker = new Worker("installing");
  registered.find(worker);
  expect(page.newVersion()).toBe(false);
  worker.become("installed");
  expect(page.newVersion()).toBe(true);
  worker.become("activating");
  expect(page.newVersion()).toBe(false);
});

test("a version that is replaced by a newer one does not take its offer away", async () => {
  await page.keepOffline();
  const [older, newer] = [new Worker("installed"), new Worker("installing")];
  registered.find(older);
  registered.find(newer);
  newer.become("installed");
  older.become("redundant");
  expect(page.newVersion()).toBe(true);
  page.takeNewVersion();
  expect([older.told, newer.told]).toEqual([[], ["take"]]);
});

test("a new version is looked for whenever the page is looked at", async () => {
  const look = (state: "visible" | "hidden"): void => {
    vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
    document.dispatchEvent(new Event("visibilitychange"));
  };
  await page.keepOffline();
  look("hidden");
  expect(registered.update).not.toHaveBeenCalled();
  registered.update.mockRejectedValue(new Error("no network"));
  look("visible");
  expect(registered.update).toHaveBeenCalledTimes(1);
});

test("a page that takes a version is loaded anew when that has begun, and no other page is", async () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  registered.waiting = new Worker("installed");
  await page.keepOffline();
  container.dispatchEvent(new Event("controllerchange"));
  expect(reload).not.toHaveBeenCalled();
  page.takeNewVersion();
  expect([registered.waiting.told, reload.mock.calls.length]).toEqual([["take"], 0]);
  for (let n = 0; n < 2; n += 1) container.dispatchEvent(new Event("controllerchange"));
  expect(reload).toHaveBeenCalledTimes(1);
});
