/** What the app says of modes and levels. How a mode plays is in its axes, and so are its rules: a variant of your own has them too. */

import { knownAbout } from "./about.svelte";
import { isKey, sentences, t } from "./i18n/index.svelte";
import type { Axes } from "./messages";
import { TRAITS } from "./traits";

/** The axes that a person chooses; the others follow from them. */
export const AXES = {
  release: ["decided", "full"],
  free_move: ["undecided", "unfilled"],
  ownership: ["first", "latest"],
  ending: ["decided", "full"],
  tie_break: ["draw", "boards"],
} as const satisfies { [axis in keyof Axes]?: readonly Axes[axis][] };
export type Axis = keyof typeof AXES;
export type Choices = Pick<Axes, Axis>;

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** What a mode is called; one without words of its own goes by its plain name. */
export function modeName(mode: string): string {
  const key = `mode.${mode}`;
  return isKey(key) && key !== "mode.known" ? t(key) : capital(mode);
}

/** What sets a mode apart, in one line. */
export function modeLine(axes: Choices): string {
  const trait = TRAITS.find(([axis, value]) => axes[axis] === value)?.[2] ?? "closes";
  return t(`mode.${trait}.line`);
}

/** The rules sentence by sentence, told from the axes. */
export function ruleSentences(axes: Choices, swap = false): string[] {
  return [
    t("rule.send"),
    sentences(t("rule.capture"), t(`rule.ownership.${axes.ownership}`)),
    t(`rule.release.${axes.release}`),
    t(`rule.free_move.${axes.free_move}`),
    ...(swap ? [t("rule.swap")] : []),
    t("rule.win"),
    sentences(t(`rule.ending.${axes.ending}`), t(`rule.tie_break.${axes.tie_break}`)),
  ];
}

/** A mode as one word that the server reads, with all its axes: so it can be sent, kept and linked to. */
export const modeWord = (name: string, axes: Choices): string =>
  `${name}:${(Object.keys(AXES) as Axis[]).map((axis) => `${axis}=${axes[axis]}`).join(",")}`;

/** The page that tells a mode's rules; a variant of your own is in the address with all its axes. */
export function modePath(mode: string, axes: Choices): string {
  const known = knownAbout()?.modes.some(({ name }) => name === mode) ?? true;
  return `/learn/${encodeURIComponent(known ? mode : modeWord(mode, axes))}`;
}

export function levelText(level: string, part: "name" | "text" = "name", fallback = ""): string {
  const key = part === "name" ? `level.${level}` : `level.${level}.text`;
  return isKey(key) ? t(key) : fallback || capital(level);
}
