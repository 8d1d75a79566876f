/** A tree as a record, as `rules/record.py` writes it: whatever reads one reads the other. */

import { squareName } from "../board/geometry";
import { variantWord } from "../lib/variants";
import { formatPosition, pliesBefore } from "./format-position";
import type { Move, Tree } from "./tree";

const MOVES_A_LINE = 10;

/** The result is the board's where the game is over by then, else what the record said. */
export function formatRecord(tree: Tree, result: string): string {
  const { mode, from, tags } = tree;
  const lines = [
    ["Mode", variantWord(mode.name, mode.axes)] as const,
    ...tags,
    ...(from ? [["Position", formatPosition(mode, from)] as const] : []),
    ["Result", result] as const,
  ].map(([name, value]) => `[${name} "${escape(value, '"')}"]`);
  return [...lines, "", ...moveLines(tree), result, ""].join("\n");
}

function* moveLines({ from, next }: Tree): Generator<string> {
  const first = pliesBefore(from) + 1;
  const words = lineWords(next);
  for (let at = 0; at < words.length; at += MOVES_A_LINE) yield `${first + at}. ${words.slice(at, at + MOVES_A_LINE).join(" ")}`;
}

/** A line of moves, each with what could have been played instead. */
function lineWords(next: readonly Move[]): string[] {
  const words: string[] = [];
  for (let moves = next; moves.length > 0; moves = moves[0]!.next) {
    const [move, ...others] = moves as [Move, ...Move[]];
    words.push(wordOf(move) + others.map((other) => ` (${lineWords([other]).join(" ")})`).join(""));
  }
  return words;
}

function wordOf({ square, mark, comment, clock }: Move): string {
  const notes = [...(clock === null ? [] : [`[clock ${formatClock(clock)}]`]), ...(comment ? [escape(comment, "{}[")] : [])];
  return squareName(square) + mark + (notes.length > 0 ? ` {${notes.join(" ")}}` : "");
}

function formatClock(left: number): string {
  const seconds = Math.floor(left / 1000);
  const two = (n: number): string => String(n).padStart(2, "0");
  const rest = left % 1000 ? `.${String(left % 1000).padStart(3, "0")}`.replace(/0+$/, "") : "";
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${rest}`;
}

function escape(text: string, special: string): string {
  const breaks: Record<string, string> = { "\n": "n", "\r": "r" };
  return Array.from(text, (char) => (`\\\n\r${special}`.includes(char) ? `\\${breaks[char] ?? char}` : char)).join("");
}
