/** What is heard and noticed, and when somebody is asked for something: sounds, notices, first signs, a name. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { line } from "./line.svelte";
import { isToBeAsked, takeName } from "./naming";
import { allowNotifications, canNotify, notify } from "./notify";
import { settings } from "./settings.svelte";
import { onFirstSign } from "./signs";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Object.assign(settings, { sound: true, notify: false, named: false });
});

describe("a sound", () => {
  /** Frequencies, with when they begin and end, of everything that sounded. */
  let notes: [number, number, number][] = [];
  let made = 0;
  class Audio {
    currentTime = 10;
    constructor() {
      made += 1;
    }
    createGain(): object {
      const gain = { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
      return { gain, connect: vi.fn() };
    }
    createOscillator(): object {
      const note: [number, number, number] = [0, 0, 0];
      notes.push(note);
      const frequency = { set value(hertz: number) { note[0] = hertz; } }; // prettier-ignore
      return { frequency, connect: (to: object) => to, start: (at: number) => (note[1] = at), stop: (at: number) => (note[2] = at) };
    }
  }
  let play: typeof import("./sound").play;
  let active = true;
  let own: typeof settings;
  beforeEach(async () => {
    [notes, made, active] = [[], 0, true];
    vi.stubGlobal("AudioContext", Audio);
    Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: active }), configurable: true });
    vi.resetModules();
    ({ play } = await import("./sound"));
    ({ settings: own } = await import("./settings.svelte"));
  });

  test("is its notes one after the other, from now on, all on one device", () => {
    play("capture");
    expect(notes.map(([hertz]) => hertz)).toEqual([520, 780]);
    expect(notes.map(([, start, end]) => [start, Number(end.toFixed(2))])).toEqual([[10, 10.1], [10.08, 10.24]]); // prettier-ignore
    play("win");
    expect([notes.length, made]).toEqual([6, 1]);
  });

  test("waits for a first touch or key, and for whoever likes it", () => {
    active = false;
    play("move");
    expect([notes.length, made]).toEqual([0, 0]);
    active = true;
    own.sound = false;
    play("move");
    expect(notes).toEqual([]);
    own.sound = true;
    play("move");
    active = false; // it is not asked twice
    play("theirs");
    expect(notes.map(([hertz]) => hertz)).toEqual([520, 390]);
  });

  test("is none where there is nothing to make it", () => {
    vi.stubGlobal("AudioContext", undefined);
    expect(() => play("move")).not.toThrow();
  });
});

describe("a notice", () => {
  class Note {
    static permission = "granted";
    static asked = 0;
    static all: Note[] = [];
    static requestPermission(): Promise<string> {
      Note.asked += 1;
      return Promise.resolve(Note.permission === "default" ? "granted" : Note.permission);
    }
    onclick: (() => void) | null = null;
    closed = false;
    constructor(
      readonly title: string,
      readonly more: { body: string; tag: string },
    ) {
      Note.all.push(this);
    }
    close(): void {
      this.closed = true;
    }
  }
  const hidden = (is: boolean): unknown => vi.spyOn(document, "hidden", "get").mockReturnValue(is);
  beforeEach(() => {
    Object.assign(Note, { permission: "granted", asked: 0, all: [] });
    vi.stubGlobal("Notification", Note);
    settings.notify = true;
  });

  test.each([
    [true, true, "granted", 1],
    [false, true, "granted", 0],
    [true, false, "granted", 0],
    [true, true, "denied", 0],
    [true, true, "default", 0],
  ])("wished %s, page away %s, permission %s: %i are shown", (wished, away, permission, count) => {
    settings.notify = wished;
    Note.permission = permission;
    hidden(away);
    notify("Your turn", "X played 55.", "g1");
    expect(Note.all.map(({ title, more }) => [title, more.body, more.tag])).toEqual(count ? [["Your turn", "X played 55.", "g1"]] : []);
  });

  test("leads back to the page, and is gone then", () => {
    const focus = vi.fn();
    vi.stubGlobal("focus", focus);
    hidden(true);
    notify("Your turn", "", "g1");
    Note.all[0]!.onclick!();
    expect([focus.mock.calls.length, Note.all[0]!.closed]).toEqual([1, true]);
  });

  test("is allowed by asking once, and not where that was done or there are none", async () => {
    expect([await allowNotifications(), Note.asked]).toEqual([true, 0]);
    Note.permission = "default";
    expect([await allowNotifications(), Note.asked]).toEqual([true, 1]);
    Note.permission = "denied";
    expect(await allowNotifications()).toBe(false);
    vi.stubGlobal("Notification", undefined);
    expect([canNotify(), await allowNotifications()]).toEqual([false, false]);
    expect(() => notify("Your turn", "", "g1")).not.toThrow();
  });

  test("that a phone refuses is no trouble", () => {
    vi.stubGlobal("Notification", Object.assign(function () { throw new TypeError("no"); }, { permission: "granted" })); // prettier-ignore
    hidden(true);
    expect(() => notify("Your turn", "", "g1")).not.toThrow();
  });
});

test.each(["pointermove", "pointerdown", "keydown", "focusin"])(
  "a first sign, as by %s, is told once, and not after it was called off",
  (sign) => {
    const [told, off] = [vi.fn(), vi.fn()];
    onFirstSign(told);
    onFirstSign(off)();
    for (let n = 0; n < 2; n += 1) dispatchEvent(new Event(sign));
    dispatchEvent(new Event("keydown"));
    expect([told.mock.calls.length, off.mock.calls.length]).toEqual([1, 0]);
  },
);

describe("a name", () => {
  test.each([
    [null, false, false],
    [{ id: "me", name: "" }, false, true],
    [{ id: "me", name: "" }, true, false],
    [{ id: "me", name: "Mia" }, false, false],
  ])("is asked of %j, who was asked before: %s, that is %s", (me, named, asks) => {
    line.me = me;
    settings.named = named;
    expect(isToBeAsked()).toBe(asks);
  });

  test("is taken without the space around it; none is none, and nobody is asked again, unless it could not be given", async () => {
    const renamed = vi.spyOn(line, "rename").mockImplementation(() => undefined);
    const sent: unknown[] = [];
    vi.stubGlobal("fetch", (_: string, { body }: RequestInit) => {
      sent.push(JSON.parse(body as string));
      return Promise.resolve(Response.json({ id: "me", name: "Mia as the server has it" }));
    });
    await takeName("  ");
    expect([sent, renamed.mock.calls, settings.named]).toEqual([[], [], true]);
    settings.named = false;
    await takeName(" Mia ");
    expect([sent, renamed.mock.calls, settings.named]).toEqual([
      [{ name: "Mia" }],
      [[{ id: "me", name: "Mia as the server has it" }]],
      true,
    ]);
    settings.named = false;
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    await expect(takeName("Max")).rejects.toThrow("offline");
    expect(settings.named).toBe(false);
  });
});
