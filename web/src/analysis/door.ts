/** The way into an analysis from elsewhere: the address that carries a text. */

import { openRules } from "../engine/module";
import type { Mode } from "../lib/messages";
import { packTree } from "./link";
import { readText } from "./read";

/** The address of the analysis of a record or a position; what carries no mode is read in the given one. */
export async function analysisPath(text: string, mode: Mode): Promise<string> {
  return `/analysis#${packTree(readText(text, mode, await openRules()).tree)}`;
}
