/** Small parts that only show something: a game as a curve, how long a search lasts, a link to share, games to watch. */

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { speakFurther, t } from "../lib/i18n/index.svelte";
import { line } from "../lib/line.svelte";
import { ABOUT } from "../lib/offered";
import { currentRoute, go } from "../lib/router.svelte";
import { settings } from "../lib/settings.svelte";
import { levelText } from "../lib/modes";
import Watch from "../pages/Watch.svelte";
import Curve from "./Curve.svelte";
import Searching from "./Searching.svelte";
import Share from "./Share.svelte";

const known = vi.hoisted((): { about: unknown } => ({ about: null }));
vi.mock("../lib/about.svelte", () => ({ knownAbout: () => known.about, askAbout: () => Promise.resolve(), strengthOf: () => 0.5 }));

beforeAll(() => speakFurther());
beforeEach(() => {
  vi.stubGlobal("scrollTo", () => undefined);
  Object.assign(line, { me: { id: "me", name: "Mia" }, search: null, link: "live", since: 0, lobby: null });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a curve", () => {
  const drawn = (curve: number[], faults: number[] = [], shown = 0): ((ply: number) => void) & { mock: { calls: unknown[][] } } => {
    const onshow = vi.fn();
    render(Curve, { curve, faults, shown, told: "so much", onshow });
    return onshow;
  };

  test("goes up where X stands better, from the first position to the last", () => {
    drawn([0.5, 1, 0], [], 2);
    expect(document.querySelector("polyline")!.getAttribute("points")).toBe("0.00,20.00 50.00,0.00 100.00,40.00");
    expect(document.querySelector("polygon.x")!.getAttribute("points")).toBe("0,40 0.00,20.00 50.00,0.00 100.00,40.00 100,40");
    expect(document.querySelector("polygon.o")!.getAttribute("points")).toBe("0,0 0.00,20.00 50.00,0.00 100.00,40.00 100,0");
    expect(document.querySelector("path.now")!.getAttribute("d")).toBe("M100 0V40");
  });

  test("marks faults where they led, and is a slider over all positions", async () => {
    const onshow = drawn([0.5, 0.75, 0.25], [2], 1);
    const fault = document.querySelector<HTMLElement>(".fault")!;
    expect([fault.style.left, fault.style.top]).toEqual(["100%", "75%"]);
    const slider = screen.getByRole<HTMLInputElement>("slider");
    expect([slider.min, slider.max, slider.value, slider.getAttribute("aria-valuetext")]).toEqual(["0", "2", "1", "so much"]);
    await fireEvent.input(slider, { target: { value: "2" } });
    expect(onshow.mock.calls).toEqual([[2]]);
  });

  test("of a single position is drawn, too", () => {
    drawn([0.5]);
    expect(document.querySelector("polyline")!.getAttribute("points")).toBe("0.00,20.00");
  });
});

describe("a search", () => {
  const timer = (): string => screen.getByRole("timer").textContent;
  const search = { t: "seek", modes: ["battle"], clocks: [], tie_break: null, swap: null, only: null, id: null } as const;

  test("tells for what, how long it has lasted by its own beginning, and that the line is lost", async () => {
    vi.useFakeTimers({ now: 100_000 });
    Object.assign(line, { search, since: 35_000 });
    render(Searching);
    expect([timer(), screen.getByTestId("searching").textContent.includes("Battle")]).toEqual(["1:05", true]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(timer()).toBe("1:06");
    expect(screen.getByText(t("seek.searching"))).toBeTruthy();
    line.link = "lost";
    await tick();
    expect(screen.getByText(t("link.lost"))).toBeTruthy();
    line.since = 200_000; // a clock that was set back
    await tick();
    expect(timer()).toBe("0:00");
  });

  test("can be given up, and offers a game against the usual level meanwhile", async () => {
    const stop = vi.spyOn(line, "stop").mockImplementation(() => undefined);
    const onmeanwhile = vi.fn();
    render(Searching, { about: ABOUT, onmeanwhile });
    await fireEvent.click(screen.getByRole("button", { name: t("action.cancel") }));
    expect([stop.mock.calls.length, onmeanwhile.mock.calls.length]).toEqual([1, 0]);
    await fireEvent.click(screen.getByRole("button", { name: t("seek.play", { level: levelText(ABOUT.default_level) }) }));
    expect(onmeanwhile).toHaveBeenCalledTimes(1);
    stop.mockRestore();
  });

  test.each([
    ["", false, true],
    ["Mia", false, false],
    ["", true, false],
  ])("asks %j, who was asked before: %s, for a name: %s", async (name, named, asks) => {
    Object.assign(line, { me: { id: "me", name } });
    settings.named = named;
    render(Searching, { about: ABOUT, onmeanwhile: vi.fn() });
    await vi.dynamicImportSettled();
    for (let n = 0; n < 5; n += 1) await tick();
    expect(screen.queryByRole("textbox") !== null).toBe(asks);
  });
});

describe("a link to share", () => {
  const LINK = "https://ninefold.example/game/abc";
  const copy = async (): Promise<void> => {
    await fireEvent.click(screen.getByRole("button", { name: t("share.copy") }));
    for (let n = 0; n < 5; n += 1) await tick();
  };

  test("is copied, and said to be", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
    render(Share, { link: LINK });
    await copy();
    expect([writeText.mock.calls, screen.getByRole("status").textContent]).toEqual([[[LINK]], t("share.copied")]);
  });

  test("is marked to be copied by hand where there is no clipboard, and nothing is said", async () => {
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
    render(Share, { link: LINK });
    const field = screen.getByTestId<HTMLInputElement>("share-link");
    await copy();
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual([LINK, 0, LINK.length]);
    expect(screen.getByRole("status").textContent).toBe("");
  });

  test.each([
    [true, "share.onlyHere"],
    [false, "share.otherName"],
    [null, null],
  ] as const)("at a name of this machine alone, whose server is for it alone: %s", (this_machine_only, key) => {
    known.about = this_machine_only === null ? null : { ...ABOUT, this_machine_only };
    render(Share, { link: LINK }); // the page of a test is at localhost
    expect(screen.queryByTestId("only-here")?.textContent ?? null).toBe(key && t(key));
    known.about = null;
  });
});

describe("games to watch", () => {
  test("are told while somebody looks, with how many others are here", async () => {
    const leave = vi.fn();
    const look = vi.spyOn(line, "lookAtLobby").mockReturnValue(leave);
    render(Watch);
    await tick();
    expect(look).toHaveBeenCalledTimes(1);
    const visitors = (count: number): boolean => screen.queryByText(t("watch.visitors", { count })) !== null;
    for (const [count, told] of [
      [1, false],
      [2, true],
    ] as const) {
      line.lobby = { t: "lobby", challenges: [], seekers: [], going: [], games: [], visitors: count };
      await tick();
      expect(visitors(count)).toBe(told);
    }
    cleanup();
    expect(leave).toHaveBeenCalledTimes(1);
    look.mockRestore();
  });

  test.each([
    ["abc", "/game/abc"],
    [" https://ninefold.example/game/abc/ ", "/game/abc"],
  ])("one is found by %j", async (text, path) => {
    go("/watch");
    render(Watch);
    await fireEvent.input(document.querySelector("input")!, { target: { value: text } });
    await fireEvent.submit(document.querySelector("form")!);
    expect([location.pathname, currentRoute()]).toEqual([path, { page: "game", id: "abc" }]);
  });
});
