/** Variants without asking a server: which axes fit together, what follows from them, and a variant as a word. */

import { knownAbout } from "./about.svelte";
import type { Axes, Mode } from "./messages";
import { AXES, type Axis, type Choices } from "./modes";
import { ABOUT, FITS } from "./offered";

/** A mode as one word, with no more than what its name does not tell: what a record says. */
export function variantWord(name: string, axes: Choices): string {
  const usual = usualAxes(name);
  const own = (Object.keys(AXES) as Axis[]).filter((axis) => axes[axis] !== usual[axis]).map((axis) => `${axis}=${axes[axis]}`);
  return own.length > 0 ? `${name}:${own.join(",")}` : name;
}

/** The axes that a mode's name stands for; a variant of your own differs from the first mode. */
const usualAxes = (name: string): Choices => {
  const modes = (knownAbout() ?? ABOUT).modes;
  return (modes.find((mode) => mode.name === name) ?? modes[0]!).axes;
};

/** What is made of axes; in words what does not fit together. */
export function fitAxes(choices: Choices): Axes | string {
  const { release, free_move, ownership, ending, tie_break } = choices;
  const fit = FITS[[release, free_move, ownership, ending].join()];
  return typeof fit === "object" ? { release, free_move, ownership, ending, tie_break, ...fit } : (fit ?? "");
}

/** A mode from the word that `modeWord` writes, with another tie-break if one is given; null if only the server may know it. */
export function readMode(word: string, tieBreak: Axes["tie_break"] | null = null): Mode | null {
  const [name = "", given = ""] = word.split(":");
  const read = Object.fromEntries(given.split(",").map((setting) => setting.split("="))) as Partial<Choices>;
  const axes = fitAxes({ ...usualAxes(name), ...read, ...(tieBreak ? { tie_break: tieBreak } : {}) });
  return typeof axes === "string" ? null : { name, axes };
}
