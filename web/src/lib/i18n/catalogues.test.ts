/** Every language says everything, with the same blanks; numbers and plurals are right. */

import { afterEach, describe, expect, it } from "vitest";
import { en as common } from "./en";
import { further } from "./further.en";
import {
  LANGUAGES,
  loadCatalogue,
  preferredLanguage,
  sentences,
  speak,
  t,
  type Catalogue,
  type Key,
  type Message,
  type Tag,
} from "./index.svelte";

const en = { ...common, ...further };
const KEYS = Object.keys(en) as Key[];
const texts = (message: Message): string[] => (typeof message === "string" ? [message] : Object.values(message));
const blanks = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!).sort();

afterEach(() => speak("en"));

describe.each(Object.keys(LANGUAGES) as Tag[])("%s", (tag) => {
  it("has every sentence, none empty, with the blanks of the English one", async () => {
    const catalogue: Catalogue = await loadCatalogue(tag);
    expect(KEYS.length).toBeGreaterThan(250);
    expect(Object.keys(catalogue).sort()).toEqual([...KEYS].sort());
    for (const key of KEYS) {
      for (const text of texts(catalogue[key])) {
        expect(text.trim(), key).not.toBe("");
        expect(blanks(text), key).toEqual(blanks(texts(en[key])[0]!));
      }
    }
  });

  it("has a form for every plural that the language knows", async () => {
    const catalogue: Catalogue = await loadCatalogue(tag);
    const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
    for (const key of KEYS) {
      const message = catalogue[key];
      if (typeof message !== "string") expect(Object.keys(message).sort(), key).toEqual([...forms].sort());
    }
  });
});

it("counts in both languages", async () => {
  expect([0, 1, 2].map((count) => t("player.boards", { count }))).toEqual(["0 boards", "1 board", "2 boards"]);
  await speak("zh-Hant");
  expect([1, 2].map((count) => t("player.boards", { count }))).toEqual(["1 個小盤", "2 個小盤"]);
  expect(document.documentElement.lang).toBe("zh-Hant");
});

it("sets sentences as the language does: in Chinese with a space behind a Latin letter only", async () => {
  expect(sentences("X is to move", "", "in board 1")).toBe("X is to move in board 1");
  await speak("zh-Hant");
  expect(sentences("輪到 X", "在第 1 盤")).toBe("輪到 X 在第 1 盤");
  expect(sentences("很好。", "再來。")).toBe("很好。再來。");
});

it("begins in the language chosen before, else the one that the browser asks for", () => {
  expect(preferredLanguage("zh-Hant", ["en-GB"])).toBe("zh-Hant");
  expect(preferredLanguage("klingon", ["zh-TW", "en"])).toBe("zh-Hant");
  expect(preferredLanguage(null, ["fr", "en"])).toBe("en");
  expect(preferredLanguage(null, [])).toBe("en");
});
