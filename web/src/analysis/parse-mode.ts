/** A mode as texts have it: one of the four names, or a variant with its axes (`rules/variants.py`). */

import type { Axes, Mode } from "../lib/messages";
import { AXES, type Axis } from "../lib/modes";
import { ABOUT } from "../lib/offered";
import { fitAxes } from "../lib/variants";
import { shown, Unreadable } from "./unreadable";

const NAME = /^[a-z][a-z0-9-]*$/;

export function parseMode(text: string, tieBreak: string | null = null): Mode {
  const word = text.trim().toLowerCase();
  // As older records have it: differences from Modern's.
  const old = /^([^(]*)\((.*)\)$/.exec(word);
  const [name = "", given] = old ? [old[1]!, old[2]!] : word.includes(":") ? divide(word, ":") : [word];
  const known = old ? undefined : ABOUT.modes.find((mode) => mode.name === name);
  if (!known && given === undefined) throw new Unreadable("read.mode", { text: shown(text) });
  if (!NAME.test(name)) throw new Unreadable("read.mode", { text: shown(text) });
  const usual = (known ?? ABOUT.modes[0]!).axes;
  const axes = fitAxes({ ...usual, ...readAxes(given ?? "", text), ...(tieBreak === null ? {} : { tie_break: asTieBreak(tieBreak) }) });
  if (typeof axes === "string") throw new Unreadable("read.axes", { text: shown(text) });
  return { name, axes };
}

const divide = (text: string, by: string): [string, string] => [text.slice(0, text.indexOf(by)), text.slice(text.indexOf(by) + 1)];

function readAxes(given: string, text: string): Partial<Axes> {
  const axes: Record<string, string> = {};
  for (const setting of given ? given.split(",") : []) {
    const [written, value] = setting.includes("=") ? divide(setting, "=") : [setting, ""];
    const axis = written.replaceAll("-", "_");
    const values = Object.hasOwn(AXES, axis) ? (AXES[axis as Axis] as readonly string[]) : [];
    if (!values.includes(value) || axis in axes) throw new Unreadable("read.axes", { text: shown(text) });
    axes[axis] = value;
  }
  return axes;
}

function asTieBreak(word: string): Axes["tie_break"] {
  const said = word.trim().toLowerCase();
  if (said !== "draw" && said !== "boards") throw new Unreadable("read.axes", { text: shown(word) });
  return said;
}
