/**
 * Languages. A catalogue is one typed file; a third language is one more file and one line in LANGUAGES.
 * The compiler refuses a catalogue with a missing sentence, and a test one whose blanks differ.
 */

import { untrack } from "svelte";
import type { en } from "./en";
import type { further } from "./further.en";

/** What every page may say; some pages say more, which is loaded with them. */
export type CommonKey = keyof typeof en;
export type Key = CommonKey | keyof typeof further;
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Catalogue = Record<Key, Message>;
export type Common = Record<CommonKey, Message>;
export type Blanks = Record<string, string | number>;

export const LANGUAGES = {
  en: {
    ...{ name: "English", space: " " },
    load: async (): Promise<Common> => (await import("./en")).en,
    further: async () => (await import("./further.en")).further,
  },
  "zh-Hant": {
    ...{ name: "繁體中文", space: "" },
    load: async (): Promise<Common> => (await import("./zh-Hant")).zhHant,
    further: async () => (await import("./further.zh-Hant")).further,
  },
} as const;
export type Tag = keyof typeof LANGUAGES;

let tag = $state<Tag>("en");
/** Empty until the page speaks: no language is loaded that is not spoken. */
let catalogue = $state.raw<Partial<Catalogue>>({});
let plurals = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");

export const language = (): Tag => tag;

/** The sentence of that name in the language of the page, its blanks filled in. */
export function t(key: Key, blanks: Blanks = {}): string {
  return fill(catalogue[key] ?? "", blanks);
}

/** Sentences one after the other, as this language sets them: Chinese has a space only behind a Latin letter or a digit. */
export const sentences = (...said: string[]): string =>
  said
    .filter(Boolean)
    .join(LANGUAGES[tag].space)
    .replace(/\w(?=[一-鿿])/g, "$& ");

/** Whether a text made at run time (a mode's name, a server's error code) has a sentence of its own. */
export const isKey = (key: string): key is Key => Object.hasOwn(catalogue, key);

function fill(message: Message, blanks: Blanks): string {
  const count = blanks["count"];
  const text = typeof message === "string" ? message : (message[plurals.select(Number(count))] ?? message.other ?? "");
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = blanks[name];
    return typeof value === "number" ? numbers.format(value) : (value ?? whole);
  });
}

/** A point in time as people of this language write it. */
export function writeDate(milliseconds: number): string {
  return new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short" }).format(milliseconds);
}

/** All that a language says. */
export async function loadCatalogue(wanted: Tag): Promise<Catalogue> {
  const [common, further] = await Promise.all([LANGUAGES[wanted].load(), LANGUAGES[wanted].further()]);
  return { ...common, ...further };
}

let wordy = false;
/** The language that is spoken with all it says. */
let whole: Tag | null = null;

/** Say what only some pages say, too, from now on. */
export async function speakFurther(): Promise<void> {
  wordy = true;
  const wanted = untrack(() => tag);
  if (whole === wanted) return;
  const all = await loadCatalogue(wanted);
  if (wanted === tag) [catalogue, whole] = [all, wanted];
}

/** Speak another language from now on. */
export async function speak(wanted: Tag): Promise<void> {
  const all = wordy;
  catalogue = await (all ? loadCatalogue(wanted) : LANGUAGES[wanted].load());
  whole = all ? wanted : null;
  tag = wanted;
  plurals = new Intl.PluralRules(wanted);
  numbers = new Intl.NumberFormat(wanted);
  document.documentElement.lang = wanted;
}

/** The language to begin with: the one chosen before, else the first that the reader's browser asks for. */
export function preferredLanguage(chosen: string | null, wishes: readonly string[]): Tag {
  if (chosen !== null && Object.hasOwn(LANGUAGES, chosen)) return chosen as Tag;
  for (const wish of wishes) {
    const start = wish.toLowerCase();
    if (start.startsWith("zh")) return "zh-Hant";
    if (start.startsWith("en")) return "en";
  }
  return "en";
}
