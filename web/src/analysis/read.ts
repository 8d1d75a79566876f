/** Whatever somebody pastes: a record, a position, a list of moves, or a link to an analysis. */

import type { Core } from "../engine/core";
import type { Mode } from "../lib/messages";
import { Growing } from "./growing";
import { unpackTree } from "./link";
import { parseMoves } from "./parse-moves";
import { looksLikePosition, looksLikeUtttAi, parsePosition, parseUtttAi } from "./parse-position";
import { parseRecord } from "./parse-record";
import { emptyTree, type Tree } from "./tree";
import { Unreadable } from "./unreadable";

export interface ReadIn {
  readonly tree: Tree;
  /** How many more games the text has. */
  readonly more: number;
}

/** What carries no mode is read in the given one. Throws `Unreadable`. */
export function readText(text: string, mode: Mode, rules: Core): ReadIn {
  const given = text.replace(/^[\s\ufeff]+|\s+$/g, "");
  const link = /^\S+\/analysis\/?#(\S+)$/.exec(given)?.[1];
  if (link) return alone(unpackTree(link, rules));
  if (given === "") throw new Unreadable("read.nothing");
  if (given.startsWith("[")) return parseRecord(text, rules);
  if (looksLikeUtttAi(given)) return alone(emptyTree(mode, parseUtttAi(given, mode, rules)));
  if (looksLikePosition(given)) {
    const set = parsePosition(given, rules);
    return alone(emptyTree(set.mode, set.from));
  }
  return alone(treeOf(parseMoves(given), mode, rules));
}

const alone = (tree: Tree): ReadIn => ({ tree, more: 0 });

function treeOf(squares: readonly number[], mode: Mode, rules: Core): Tree {
  const growing = new Growing(rules, mode, null);
  squares.forEach((square, ply) => {
    try {
      growing.play(square);
    } catch (error) {
      throw error instanceof Unreadable ? error.at({ move: ply + 1 }) : error;
    }
  });
  return growing.tree;
}
