/** Where modes are explained: which one is played from there, with which end. */

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { speakFurther, t } from "../lib/i18n/index.svelte";
import { modeName } from "../lib/modes";
import { go } from "../lib/router.svelte";
import { settings } from "../lib/settings.svelte";
import Learn from "./Learn.svelte";

vi.mock("../lib/about.svelte", async () => {
  const { ABOUT } = await import("../lib/offered");
  return { askAbout: () => Promise.resolve(ABOUT), knownAbout: () => ABOUT };
});
beforeAll(() => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined)); // what the board beside it asks
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  return speakFurther();
});
afterEach(cleanup);

test.each(["modern", "classic", "battle", "open"])("%s is played from where it is explained, with the end it has", async (mode) => {
  settings.play = { ...settings.play, mode: "own", tie_break: "boards", level: "keen" };
  go(`/learn/${mode}`);
  render(Learn);
  await fireEvent.click(screen.getByRole("button", { name: t("learn.playThis", { mode: modeName(mode) }) }));
  expect(settings.play).toMatchObject({ mode, tie_break: "draw", level: "keen" });
  expect(location.pathname).toBe("/");
});
