/** Sentences that are said seldom: of lost lines and troubles, of names from right to left, of rules with and without a swap. */

import { beforeAll, expect, test, vi } from "vitest";
import { Trouble } from "./api";
import { speakFurther, t } from "./i18n/index.svelte";
import type { Game } from "./messages";
import { modePath, modeWord, ruleSentences } from "./modes";
import { ABOUT } from "./offered";
import { person } from "./pretending.svelte";
import { causeText, linkText, playerName, troubleText } from "./words";

const known = vi.hoisted((): { about: unknown } => ({ about: null }));
vi.mock("./about.svelte", () => ({ knownAbout: () => known.about }));
beforeAll(() => speakFurther());

test("a line that is lost says why, where the server did and there are words for it", () => {
  expect([linkText(""), linkText("no-such-word")]).toEqual([t("link.lost"), t("link.lost")]);
  expect(linkText("busy")).toBe(t("trouble.busy"));
  expect(t("trouble.busy")).not.toBe("");
});

test.each([
  ["no-such-game", "trouble.title.missing"],
  ["no-such-game-here", "trouble.title.missing"],
  ["not-found", "trouble.title.missing"],
  ["offline", "trouble.title"],
] as const)("the trouble %s has a title of its kind", (code, title) => {
  expect(troubleText(new Trouble(code, "")).title).toBe(t(title));
});

test("a trouble without words of its own is told by the server's, else as one that cannot be read", () => {
  expect(troubleText(new Trouble("no-such-word" as never, "The server says so.")).text).toBe("The server says so.");
  expect(troubleText(new Trouble("no-such-word" as never, "")).text).toBe(t("trouble.unreadable"));
});

test("a name from right to left leaves the sentence around it as it is", () => {
  expect(playerName(person("a", "דנה"), "X")).toBe("\u2068דנה\u2069");
  expect([playerName(person("a", "Dana"), "X"), playerName(person("a"), "O"), playerName(null, "O")]).toEqual([
    ...["Dana", t("player.guest", { player: "O" }), t("player.nobody")],
  ]);
});

test("what somebody did is told by the name that their side has", () => {
  const game = { players: { X: person("a", "Ann"), O: person("b", "Ben") } } as unknown as Game;
  const told = (kind: string, by: "X" | "O", what: string | null = null): string =>
    causeText({ kind, by, what, square: null, id: null } as never, game, []);
  expect([told("offer", "X", "draw").includes("Ann"), told("decline", "O", "takeback").includes("Ben")]).toEqual([true, true]);
  expect([told("offer", "X", "draw") === told("offer", "X", "rematch"), told("no-such-kind", "X")]).toEqual([false, ""]);
});

test("rules speak of the swap only where there is one", () => {
  const { axes } = ABOUT.modes[0]!;
  expect([ruleSentences(axes).includes(t("rule.swap")), ruleSentences(axes, true).includes(t("rule.swap"))]).toEqual([false, true]);
  expect(ruleSentences(axes, true)).toHaveLength(ruleSentences(axes).length + 1);
});

test("the page of a mode's rules has its name, and that of a variant of one's own all of its axes", () => {
  const { axes } = ABOUT.modes[0]!;
  expect(modePath("own", axes), "while nothing is known").toBe("/learn/own");
  known.about = ABOUT;
  expect(modePath("modern", axes)).toBe("/learn/modern");
  expect(decodeURIComponent(modePath("own", axes))).toBe(`/learn/${modeWord("own", axes)}`);
});
