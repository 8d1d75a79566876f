/** What this person prefers, kept in this browser. */

import type { CreateGame } from "./messages";
import type { Choices } from "./modes";

export interface Settings {
  theme: "system" | "light" | "dark";
  language: string | null;
  sound: boolean;
  notify: boolean;
  confirm: boolean;
  zoom: boolean;
  numbers: boolean;
  turnBoard: boolean;
  /** The computer answers without a pause. */
  quick: boolean;
  /** Phrases are heard, and can be said. */
  phrases: boolean;
  /** Somebody was asked for a name, and has given one or would not. */
  named: boolean;
  /** What was played last, so that the big button offers it again. */
  play: CreateGame;
  /** The modes to look for an opponent in; none: any. */
  poolModes: string[];
  /** The rules that were put together last. */
  own: Choices;
  /** The game on the home page, while there is one. */
  first: string | null;
  /** Games have been played in this page: only then is there something to look for in the browser's store. */
  here: boolean;
  /** The lesson was finished or skipped. */
  learned: boolean;
}

const KEY = "ninefold";
const DEFAULTS: Settings = {
  theme: "system",
  language: null,
  sound: true,
  notify: false,
  confirm: false,
  zoom: false,
  numbers: false,
  turnBoard: false,
  quick: false,
  phrases: true,
  named: false,
  play: { mode: "modern", opponent: "computer", side: "X", clock: { kind: "none" } },
  poolModes: [],
  own: { release: "decided", free_move: "undecided", ownership: "first", ending: "decided", tie_break: "boards" },
  first: null,
  here: false,
  learned: false,
};

function read(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS }; // storage is switched off or spoiled: everything works, nothing is remembered
  }
}

export const settings = $state<Settings>(read());

/** Keep what was changed, and let the theme follow. To be called once, inside an effect root. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // as above
    }
  });
  $effect(() => {
    if (settings.theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = settings.theme;
  });
}
