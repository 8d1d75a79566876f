/** Parts of the game's page: what each offers in which state of the game, and what a press sends. */

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { speakFurther } from "../lib/i18n/index.svelte";
import type { Clock, Game, Remark, Side } from "../lib/messages";
import { aGame, computer, person, PretendedGame } from "../lib/pretending.svelte";
import { settings } from "../lib/settings.svelte";
import { EMPTY_VIEW } from "../board/view";
import Between from "./Between.svelte";
import ClockFace from "./ClockFace.svelte";
import GameActions from "./GameActions.svelte";
import MoveList from "./MoveList.svelte";
import OfferBar from "./OfferBar.svelte";
import Phrases from "./Phrases.svelte";
import PlayerStrip from "./PlayerStrip.svelte";
import Steps from "./Steps.svelte";
import SwapBar from "./SwapBar.svelte";
import Talk from "./Talk.svelte";

beforeAll(async () => {
  await speakFurther();
  Object.assign(HTMLElement.prototype, { scrollTo: () => undefined });
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** The buttons that are there, those that cannot be pressed in brackets. */
const buttons = (): string[] =>
  screen.queryAllByRole<HTMLButtonElement>("button").map((one) => {
    const name = (one.getAttribute("aria-label") ?? one.textContent ?? "").trim();
    return one.disabled ? `(${name})` : name;
  });
const press = (name: string): Promise<boolean> => fireEvent.click(screen.getByRole("button", { name }));

describe("actions", () => {
  const asked = { onhint: vi.fn(), onwhy: vi.fn() };
  beforeEach(() => void vi.clearAllMocks());
  function offer(more: Partial<Game>, sides: Side[], asking = false): PretendedGame {
    const live = new PretendedGame(aGame(more), sides);
    render(GameActions, { live, game: live.game!, sides, view: EMPTY_VIEW, asking, ...asked });
    return live;
  }
  const SOLO = { solo: true, opponent: "computer", players: { X: computer("keen"), O: person("me") } } as const;
  const none = { draw: null, takeback: null, rematch: null };

  test.each<[string, Partial<Game>, Side[], string[]]>([
    ["a watcher", {}, [], ["Share", "Keyboard"]],
    ["a watcher of a game that is over", { state: "over" }, [], ["Explain this move", "Share", "Keyboard"]],
    ["a player", {}, ["O"], ["Ask to take back", "Offer a draw", "Share", "Keyboard", "Resign"]],
    ["a player before the first move", { moves: [] }, ["O"], ["(Ask to take back)", "Offer a draw", "Share", "Keyboard", "Resign"]],
    [
      "a player who may call it off",
      { can_abort: true },
      ["O"],
      ["(Ask to take back)", "(Offer a draw)", "Share", "Keyboard", "Cancel the game"],
    ],
    [
      "one who has offered a draw",
      { offers: { ...none, draw: "O" } },
      ["O"],
      ["Ask to take back", "(Offer a draw)", "Share", "Keyboard", "Resign"],
    ],
    [
      "one who asks to take back",
      { offers: { ...none, takeback: "O" } },
      ["O"],
      ["(Ask to take back)", "Offer a draw", "Share", "Keyboard", "Resign"],
    ],
    ["a player whose game is over", { state: "over" }, ["O"], ["Explain this move", "Share", "Keyboard"]],
    ["one against the computer", SOLO, ["O"], ["Undo", "(Redo)", "Hint", "Explain this move", "Share", "Keyboard", "Resign"]],
    [
      "one who could call it off against the computer",
      { ...SOLO, can_abort: true },
      ["O"],
      ["Undo", "(Redo)", "Hint", "Explain this move", "Share", "Keyboard", "Resign"],
    ],
    ["one who waits for the computer", SOLO, ["X"], ["Undo", "(Redo)", "(Hint)", "Explain this move", "Share", "Keyboard", "Resign"]],
    [
      "one before the first move",
      { ...SOLO, moves: [] },
      ["O"],
      ["(Undo)", "(Redo)", "Hint", "(Explain this move)", "Share", "Keyboard", "Resign"],
    ],
    [
      "one who has taken back",
      { ...SOLO, redo: [36] },
      ["O"],
      ["Undo", "Redo", "Hint", "Explain this move", "Share", "Keyboard", "Resign"],
    ],
    ["one who has lost to the computer", { ...SOLO, state: "over" }, ["O"], ["Undo", "Explain this move", "Share", "Keyboard"]],
    ["one whose game was called off", { ...SOLO, state: "aborted" }, ["O"], ["Explain this move", "Share", "Keyboard"]],
    ["a watcher of somebody against the computer", SOLO, [], ["Explain this move", "Share", "Keyboard"]],
  ])("for %s", (_, more, sides, expected) => {
    offer(more, sides);
    expect(buttons()).toEqual(expected);
  });

  test("nothing is asked twice at once", () => {
    offer(SOLO, ["O"], true);
    expect(buttons().slice(2, 4)).toEqual(["(Hint)", "(Explain this move)"]);
  });

  test("what is pressed is sent, with the move that it is about", async () => {
    const alone = offer({ ...SOLO, redo: [36] }, ["O"]);
    for (const name of ["Undo", "Redo", "Hint", "Explain this move"]) await press(name);
    expect(alone.commands).toEqual([
      { t: "undo", ply: 1 },
      { t: "redo", ply: 1 },
    ]);
    expect([asked.onhint.mock.calls.length, asked.onwhy.mock.calls.length]).toEqual([1, 1]);
    cleanup();
    const between = offer({}, ["O"]);
    for (const name of ["Ask to take back", "Offer a draw"]) await press(name);
    expect(between.commands).toEqual([
      { t: "offer", what: "takeback" },
      { t: "offer", what: "draw" },
    ]);
    cleanup();
    const young = offer({ can_abort: true }, ["O"]);
    await press("Cancel the game");
    expect(young.commands).toEqual([{ t: "abort" }]);
  });

  test.each<[Side[], RegExp]>([
    [["X"], /opponent wins/i],
    [["X", "O"], /\bO\b.*\bX\b/],
  ])("who resigns is asked first (%s)", async (sides, text) => {
    const live = offer({ opponent: sides.length === 2 ? "same-device" : "link" }, sides);
    const dialog = (): HTMLElement | null => document.querySelector("dialog");
    await press("Resign");
    expect(live.commands).toEqual([]);
    expect(dialog()!.querySelector("p")!.textContent).toMatch(text);
    await fireEvent.click([...dialog()!.querySelectorAll<HTMLElement>(".row .button")][1]!);
    expect([dialog(), live.commands]).toEqual([null, []]);
    await press("Resign");
    await fireEvent.click([...dialog()!.querySelectorAll<HTMLElement>(".row .button")][0]!);
    expect([dialog(), live.commands]).toEqual([null, [{ t: "resign" }]]);
  });

  test("two at one device may turn the board, while they play", async () => {
    settings.turnBoard = false;
    offer({ ...SOLO, opponent: "same-device" }, ["X", "O"]);
    await fireEvent.click(screen.getByRole("checkbox"));
    expect(settings.turnBoard).toBe(true);
    settings.turnBoard = false;
    for (const [more, sides] of [
      [{ state: "over", opponent: "same-device" }, ["X", "O"]],
      [{ opponent: "same-device" }, []],
      [{}, ["O"]],
    ] as const) {
      cleanup();
      offer(more, [...sides]);
      expect(screen.queryByRole("checkbox")).toBeNull();
    }
  });
});

describe("offers", () => {
  const offers = (more: Partial<Game["offers"]>, rest: Partial<Game> = {}, sides: Side[] = ["O"]): PretendedGame => {
    const live = new PretendedGame(aGame({ offers: { draw: null, takeback: null, rematch: null, ...more }, ...rest }), sides);
    render(OfferBar, { live, game: live.game!, sides });
    return live;
  };

  test.each(["draw", "takeback", "rematch"] as const)("a %s of the other side is answered, one's own is withdrawn", async (what) => {
    const theirs = offers({ [what]: "X" });
    expect(buttons()).toEqual(["Accept", "Decline"]);
    await press("Accept");
    await press("Decline");
    expect(theirs.commands).toEqual([
      { t: "accept", what },
      { t: "decline", what },
    ]);
    cleanup();
    const mine = offers({ [what]: "O" });
    expect(buttons()).toEqual(["Withdraw"]);
    await press("Withdraw");
    expect(mine.commands).toEqual([{ t: "decline", what }]);
  });

  test("nothing is shown without an offer, nor for a rematch that has begun", () => {
    offers({ rematch: "X" }, { rematch: "g2" });
    expect(screen.queryByRole("status")).toBeNull();
    cleanup();
    offers({ rematch: "X" }, {});
    expect(screen.getByTestId("offer-rematch")).toBeTruthy();
  });

  test("a claim is possible to one side only, of the other", async () => {
    vi.useFakeTimers();
    const live = new PretendedGame(aGame(), ["O"]);
    live.presenceAt = performance.now();
    const here = { online: true, gone_ms: null };
    live.presence = { t: "presence", X: { online: false, gone_ms: 60_000 }, O: here, watchers: 0, claim_after_ms: 60_000 };
    const claims = async (game: Game, sides: Side[]): Promise<boolean> => {
      render(Between, { live, game, sides });
      vi.advanceTimersByTime(300);
      await tick();
      return screen.queryByTestId("claim") !== null;
    };
    expect(await claims(aGame(), ["O"])).toBe(true);
    expect(screen.getByTestId("claim").textContent).toContain("Ann");
    for (const one of screen.getAllByRole("button")) await fireEvent.click(one);
    expect(live.commands).toEqual([
      { t: "claim", result: "win" },
      { t: "claim", result: "draw" },
    ]);
    for (const [game, sides] of [
      [aGame(), ["X"]],
      [aGame(), ["X", "O"]],
      [aGame({ can_abort: true }), ["O"]],
      [aGame({ state: "over" }), ["O"]],
    ] as const) {
      cleanup();
      expect(await claims(game, [...sides])).toBe(false);
    }
    cleanup();
    live.presence = { ...live.presence, claim_after_ms: null };
    expect(await claims(aGame(), ["O"])).toBe(false);
  });

  test("the first move is taken over, or left", async () => {
    const live = new PretendedGame();
    render(SwapBar, { live });
    const [take, keep] = screen.getAllByRole("button");
    await fireEvent.click(take!);
    await fireEvent.click(keep!);
    expect(live.commands).toEqual([
      { t: "swap", take: true },
      { t: "swap", take: false },
    ]);
  });
});

describe("a clock", () => {
  const clock = (left: number, more: Partial<Clock> = {}): Clock => ({
    ...{ settings: { kind: "timed", initial_s: 60, increment_s: 0 }, X: left, O: 45_000, running: "X", starts_in: 0 },
    ...more,
  });
  const face = (side: Side): HTMLElement => screen.getByTestId(`clock-${side}`);
  beforeEach(() => void vi.useFakeTimers());
  async function pass(milliseconds: number): Promise<void> {
    for (let rest = milliseconds; rest > 0; rest -= 100) {
      vi.advanceTimersByTime(Math.min(100, rest));
      await tick();
    }
  }

  test("counts down while it runs, and warns once when little is left", async () => {
    const onlow = vi.fn();
    const since = performance.now();
    const { rerender } = render(ClockFace, { clock: clock(21_500), side: "X", since, onlow });
    expect(face("X").textContent.trim()).toBe("0:21");
    expect([...face("X").classList]).toContain("running");
    expect([face("X").classList.contains("low"), onlow.mock.calls.length]).toEqual([false, 0]);
    await pass(1_000);
    expect(face("X").textContent.trim()).toBe("0:20");
    await pass(1_000);
    expect(face("X").textContent.trim()).toBe("0:19");
    expect([face("X").classList.contains("low"), onlow.mock.calls.length]).toEqual([true, 1]);
    await pass(10_000);
    expect(face("X").textContent.trim()).toMatch(/^9\.[3-5]$/);
    await rerender({ clock: clock(30_000), since: performance.now() });
    expect(face("X").textContent.trim()).toBe("0:30");
    await rerender({ clock: clock(19_000), since: performance.now() });
    expect(onlow).toHaveBeenCalledTimes(1);
  });

  test("stands still for the other side, and warns nobody there", async () => {
    const onlow = vi.fn();
    render(ClockFace, { clock: clock(60_000, { O: 15_000 }), side: "O", since: performance.now(), onlow });
    await pass(3_000);
    expect(face("O").textContent.trim()).toBe("0:15");
    expect([face("O").classList.contains("running"), face("O").classList.contains("low")]).toEqual([false, true]);
    expect(onlow).not.toHaveBeenCalled();
  });

  test("of days is never low, and is told in days while there are two", () => {
    const day = 86_400_000;
    const days = { settings: { kind: "days", days: 3 } } as const;
    const onlow = vi.fn();
    render(ClockFace, { clock: clock(2 * day, days), side: "X", since: performance.now(), onlow });
    expect(face("X").textContent.trim()).toBe("2 days");
    cleanup();
    render(ClockFace, { clock: clock(2 * day - 1_000, days), side: "X", since: performance.now(), onlow });
    expect(face("X").textContent.trim()).toBe("47:59:59");
    cleanup();
    render(ClockFace, { clock: clock(5_000, days), side: "X", since: performance.now(), onlow });
    expect([face("X").classList.contains("low"), onlow.mock.calls.length]).toEqual([false, 0]);
    cleanup();
    render(ClockFace, { clock: { ...clock(0), X: null }, side: "X", since: 0 });
    expect(screen.queryByRole("timer")).toBeNull();
  });
});

describe("a player beside the board", () => {
  const BASE = { side: "X" as Side, player: person("ann", "Ann"), mine: false, toMove: false, owned: 2, online: null };
  const strip = (more: object): HTMLElement => {
    cleanup();
    render(PlayerStrip, { ...BASE, ...more });
    return screen.getByTestId(/player-/);
  };
  const words = (more: object): string => strip(more).textContent.replace(/\s+/g, " ").trim();

  test("has a name, the boards owned, and a word when it is you or has won", () => {
    expect(words({})).toBe("Ann 2 boards");
    expect(words({ owned: 1 })).toBe("Ann 1 board");
    expect(words({ owned: null })).toBe("Ann");
    expect(words({ mine: true })).toMatch(/^Ann ?\(?you\)? 2 boards$/);
    expect(words({ mine: true, player: person("ann") })).toBe("You 2 boards");
    expect(words({ player: person("ann") })).toBe("Player X 2 boards");
    expect(words({ winner: true })).toMatch(/2 boards .+/);
    expect(words({ says: "Hello!" })).toBe("Ann Hello!");
  });

  test("is away only if it is somebody else whose page is known to be gone", () => {
    for (const [online, mine, away] of [
      [false, false, true],
      [false, true, false],
      [true, false, false],
      [null, false, false],
    ] as const)
      expect(strip({ online, mine }).querySelector(".away") !== null).toBe(away);
  });

  test("shows its side, whose turn it is, and a face where the computer plays", () => {
    expect([...strip({ toMove: true }).classList]).toEqual(expect.arrayContaining(["x", "tomove"]));
    const o = strip({ side: "O", flipped: true });
    expect([...o.classList]).toEqual(expect.arrayContaining(["o", "flipped"]));
    expect([o.classList.contains("x"), o.classList.contains("tomove")]).toEqual([false, false]);
    expect(strip({}).querySelectorAll("svg").length).toBe(strip({ player: computer("keen") }).querySelectorAll("svg").length - 1);
  });
});

describe("what is said about a game", () => {
  const remark = { code: "sends-to-full", board: 4, text: "" } as Remark;
  const hint = { square: 40, ply: 1, book: false, remarks: [remark], by: "X" as Side };
  const why = { square: 36, ply: 1, by: "O" as Side, remarks: [remark] };
  const BASE = {
    failed: null,
    past: null,
    hint: null,
    why: null,
    note: "",
    usual: "as ever",
    sides: ["X"] as Side[],
    turned: false,
    onnow: vi.fn(),
  };
  const told = (more: object): string[] => {
    cleanup();
    render(Talk, { ...BASE, ...more } as never);
    return [...document.querySelectorAll(".talk > p")].map((one) => one.textContent.replace(/\s+/g, " ").trim());
  };

  test("is one thing at a time: a hint, else a reason, else a note, else what is usual", () => {
    expect(told({})).toEqual(["as ever"]);
    expect(told({ note: "noted" })).toEqual(["noted"]);
    expect(told({ note: "noted", why })[0]).toMatch(/^O.* 51.*It sends you to board 5/);
    expect(told({ note: "noted", why, hint })[0]).toMatch(/55.*It sends O to board 5/);
    expect(told({ why: { ...why, remarks: [] } })[0]!.length).toBeGreaterThan("O played 51.".length);
    expect(told({ hint: { ...hint, book: true } })[0]!.length).toBeGreaterThan(told({ hint })[0]!.length);
    expect(told({ usual: "" })).toEqual([]);
  });

  test("while an earlier position is looked at is no hint and nothing usual, but the way back", async () => {
    const [past, ...others] = told({ past: 3, hint, note: "" });
    expect([past, others]).toEqual([expect.stringMatching(/3/), []]);
    await fireEvent.click(screen.getByRole("button"));
    expect(BASE.onnow).toHaveBeenCalledTimes(1);
    expect(told({ past: 0, why })).toHaveLength(2);
  });

  test("a failure stands alone above the rest", () => {
    expect(told({ failed: { code: "unknown", detail: "It broke." } })).toEqual(["It broke."]);
    expect(told({ failed: { code: "unknown", detail: "It broke." }, note: "noted" })).toEqual(["It broke.", "noted"]);
  });
});

describe("steps", () => {
  test.each([
    [3, 3, ["First position", "Back", "(Forward)", "(Newest position)"], [0, 2]],
    [3, 0, ["(First position)", "(Back)", "Forward", "Newest position"], [1, 3]],
    [3, 1, ["First position", "Back", "Forward", "Newest position"], [0, 0, 2, 3]],
    [0, 0, ["(First position)", "(Back)", "(Forward)", "(Newest position)"], []],
  ])("of %i moves, at %i, lead where there is something", async (count, shown, names, places) => {
    const onshow = vi.fn();
    render(Steps, { count, shown, onshow });
    const open = buttons().map((name) => !name.startsWith("("));
    expect(open).toEqual(names.map((name) => !name.startsWith("(")));
    for (const one of screen.getAllByRole<HTMLButtonElement>("button")) if (!one.disabled) await fireEvent.click(one);
    expect(onshow.mock.calls.flat()).toEqual(places);
  });

  test("the zoom is there where squares are small, and says which way it goes", async () => {
    const onzoom = vi.fn();
    const { rerender } = render(Steps, { count: 1, shown: 1, onshow: vi.fn(), zoom: false, onzoom });
    const zoom = screen.getAllByRole("button")[4]!;
    const before = zoom.textContent;
    expect(zoom.getAttribute("aria-pressed")).toBe("false");
    await fireEvent.click(zoom);
    expect(onzoom).toHaveBeenCalledTimes(1);
    await rerender({ zoom: true });
    expect(zoom.getAttribute("aria-pressed")).toBe("true");
    expect(zoom.textContent).not.toBe(before);
  });
});

describe("the list of moves", () => {
  test("shows a move when it is pressed, marks the one shown, and lights up what is pointed at", async () => {
    const [onshow, onspot] = [vi.fn(), vi.fn()];
    render(MoveList, { moves: [40, 36, 0], shown: 2, onshow, onspot, marks: ["", "?", ""] });
    const moves = screen.getAllByRole("button");
    expect(moves.map((one) => one.textContent)).toEqual(["55", "51?", "11"]);
    expect(moves.map((one) => one.getAttribute("aria-current"))).toEqual([null, "step", null]);
    expect([...document.querySelectorAll("li")].map((one) => one.querySelectorAll("button").length)).toEqual([2, 1]);
    await fireEvent.click(moves[0]!);
    await fireEvent.click(moves[2]!);
    expect(onshow.mock.calls.flat()).toEqual([1, 3]);
    await fireEvent.focus(moves[1]!);
    await fireEvent.blur(moves[1]!);
    expect(onspot.mock.calls.flat()).toEqual([36, null]);
  });

  test("says so when there are none", () => {
    render(MoveList, { moves: [], shown: 0, onshow: vi.fn() });
    expect(document.querySelectorAll("li.none")).toHaveLength(1);
    expect(document.querySelector(".explain")).toBeNull();
  });
});

describe("phrases", () => {
  test("are said one at a time, with a rest after each, and only over a line", async () => {
    vi.useFakeTimers();
    const live = new PretendedGame();
    render(Phrases, { live, ended: false });
    const [first] = screen.getAllByRole<HTMLButtonElement>("button");
    await fireEvent.click(first!);
    expect(live.said).toEqual(["hello"]);
    expect(first!.disabled).toBe(true);
    vi.advanceTimersByTime(4_999);
    await tick();
    expect(first!.disabled).toBe(true);
    vi.advanceTimersByTime(1);
    await tick();
    expect(first!.disabled).toBe(false);
    live.link = "lost";
    await tick();
    expect(first!.disabled).toBe(true);
  });

  test("of parting come first when the game is over, and each is there once", async () => {
    const live = new PretendedGame();
    const { rerender } = render(Phrases, { live, ended: false });
    const all = buttons();
    await rerender({ ended: true });
    expect([...buttons()].sort()).toEqual([...all].sort());
    await fireEvent.click(screen.getAllByRole("button")[0]!);
    expect(live.said).toEqual(["game"]);
  });
});
