/** What the app knows of modes: their words. How they play is in their axes, which come from the server. */

import { isKey, t } from "./i18n/index.svelte";
import type { Axes } from "./messages";

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** A mode's name, or its one-line description; a mode without words of its own goes by its plain name. */
export function modeText(mode: string, part: "name" | "short" = "name"): string {
  const key = part === "name" ? `mode.${mode}` : `mode.${mode}.short`;
  return isKey(key) ? t(key) : part === "name" ? capital(mode) : "";
}

/** Whether the first player is proven to win: boards that stay in play and keep their first owner (arXiv 2006.02353). */
export const xIsKnownToWin = (axes: Axes): boolean => axes.release === "full" && axes.ownership === "first" && axes.ending === "decided";

export function levelText(level: string, part: "name" | "text" = "name", fallback = ""): string {
  const key = part === "name" ? `level.${level}` : `level.${level}.text`;
  return isKey(key) ? t(key) : fallback || capital(level);
}
