/** What this server offers, asked once; without a server what this page can do by itself. */

import { api } from "./api";
import type { About } from "./messages";

let about = $state.raw<About | null>(null);
let asked: Promise<About> | null = null;

export const knownAbout = (): About | null => about;

export function askAbout(): Promise<About> {
  asked ??= api.about().then(
    (answer) => (about = answer),
    async () => {
      asked = null; // ask again next time
      const { ABOUT } = await import("./offered");
      return (about ??= ABOUT);
    },
  );
  return asked;
}

/** How strong a level is, from 0 for the weakest to 1 for the strongest. */
export function strengthOf(level: string | null): number {
  const levels = about?.levels ?? [];
  const place = levels.findIndex(({ name }) => name === level);
  return place < 0 || levels.length < 2 ? 0.5 : place / (levels.length - 1);
}
