/** Of several tabs one is in charge: the one looked at last, and another when that is closed. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Charge } from "./charge";

/** The browser's locks of all tabs, of one name. */
class Locks {
  #holder: { give: () => void; lose: (why: Error) => void } | null = null;
  #waiting: { hold: () => Promise<void> | undefined; done: () => void; lose: (why: Error) => void }[] = [];
  readonly names: string[] = [];

  request(name: string, { steal = false, signal }: LockOptions, hold: () => Promise<void> | undefined): Promise<void> {
    this.names.push(name);
    return new Promise((done, lose) => {
      const one = { hold, done, lose };
      if (steal) {
        this.#holder?.lose(new Error("stolen"));
        this.#holder = null;
        this.#waiting.unshift(one);
      } else this.#waiting.push(one);
      signal?.addEventListener("abort", () => {
        this.#waiting = this.#waiting.filter((other) => other !== one);
        lose(new Error("called off"));
      });
      this.#next();
    });
  }

  #next(): void {
    const next = this.#holder ? undefined : this.#waiting.shift();
    if (!next) return;
    const holder = (this.#holder = {
      give: () => {
        if (this.#holder === holder) this.#holder = null;
        next.done();
        this.#next();
      },
      lose: next.lose,
    });
    void Promise.resolve().then(async () => {
      await next.hold();
      if (this.#holder === holder) holder.give();
    });
  }
}

let locks: Locks;
const opened: Charge[] = [];
const look = (state: "visible" | "hidden"): void => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
};
const turn = (state: "visible" | "hidden"): void => {
  look(state);
  document.dispatchEvent(new Event("visibilitychange"));
};
const settled = (): Promise<unknown> => new Promise((done) => setTimeout(done));
beforeEach(() => {
  locks = new Locks();
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  look("visible");
});
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
  Reflect.deleteProperty(navigator, "locks");
  vi.restoreAllMocks();
});

/** A tab, and what it was told of its charge. */
async function tab(state: "visible" | "hidden" = "visible"): Promise<{ charge: Charge; told: boolean[] }> {
  const told: boolean[] = [];
  look(state);
  const charge: Charge = new Charge("ninefold-here-1", () => told.push(charge.held));
  opened.push(charge);
  await settled();
  return { charge, told };
}

test("the tab that is looked at last has it, the one before hears that it lost it and has it back at the end", async () => {
  const [one, two] = [await tab(), await tab()];
  expect([one.told, two.told, one.charge.held, two.charge.held]).toEqual([[true, false], [true], false, true]);
  two.charge.close();
  await settled();
  expect([one.told, one.charge.held, two.charge.held]).toEqual([[true, false, true], true, false]);
  expect(new Set(locks.names)).toEqual(new Set(["ninefold-here-1"]));
});

test("a tab that opens in the background leaves it where it is, and takes it when it is looked at", async () => {
  const [one, two] = [await tab(), await tab("hidden")];
  expect([one.charge.held, two.told]).toEqual([true, []]);
  one.charge.close(); // what is looked at next must not be this one
  await settled();
  expect(two.charge.held).toBe(true);
  const three = await tab("hidden");
  expect(three.told).toEqual([]);
  turn("visible"); // to the browser of this test every tab is
  await settled();
  expect([two.charge.held, three.charge.held]).toEqual([false, true]);
});

test("whoever has it does not ask again, and a glance away keeps it", async () => {
  const { told } = await tab();
  turn("hidden");
  turn("visible");
  await settled();
  expect([told, locks.names.length]).toEqual([[true], 1]);
});

test("a tab that was closed asks no more, neither when it is looked at nor when it waited", async () => {
  const [one, two] = [await tab(), await tab("hidden")];
  two.charge.close();
  one.charge.close();
  await settled();
  turn("visible");
  await settled();
  expect([one.charge.held, two.charge.held, two.told, locks.names.length]).toEqual([false, false, [], 2]);
});

test("a browser without locks has every tab in charge at once", () => {
  Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });
  const held = (state: "visible" | "hidden"): boolean => {
    look(state);
    opened.push(new Charge("ninefold-here-1", () => undefined));
    return opened.at(-1)!.held;
  };
  expect([held("visible"), held("hidden"), opened[0]!.held]).toEqual([true, true, true]);
});
