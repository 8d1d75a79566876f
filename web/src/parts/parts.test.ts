/** Parts of the game's page that tell who did what, and since when. */

import { cleanup, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { speak } from "../lib/i18n/index.svelte";
import type { Game } from "../lib/messages";
import type { PlayedGame } from "../lib/played-game";
import ClaimBar from "./ClaimBar.svelte";
import MoveList from "./MoveList.svelte";

beforeAll(async () => {
  await speak("en");
  // The list asks how large it is, which only a browser can tell.
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test.each(["X", "O"] as const)("moves have their players' colours where %s began", (first) => {
  render(MoveList, { moves: [40, 36, 0], shown: 0, onshow: vi.fn(), first });
  const colours = screen.getAllByRole("button").map(({ className }) => className.split(" ")[0]);
  expect(colours).toEqual(first === "X" ? ["x", "o", "x"] : ["o", "x", "o"]);
});

test.each([0, 40_000])("a game is claimed a minute after the other left, of which %i ms had passed", async (gone_ms) => {
  const away = { X: { online: true, gone_ms: null }, O: { online: false, gone_ms }, watchers: 0, claim_after_ms: 60_000 };
  const told = gone_ms / 2; // and the rest of it has passed since
  away.O.gone_ms = gone_ms - told;
  const live = { presence: away, presenceAt: performance.now() - told } as unknown as PlayedGame;
  const game = { state: "playing", can_abort: false, players: { X: null, O: null } } as unknown as Game;
  render(ClaimBar, { live, game, side: "X" });
  await tick();
  vi.advanceTimersByTime(59_000 - gone_ms);
  await tick();
  expect(screen.queryByTestId("claim")).toBeNull();
  vi.advanceTimersByTime(2_000);
  await tick();
  expect(screen.getByTestId("claim")).toBeTruthy();
});
