/** Moves as other programs write them, and as we do: `rules/foreign.py` says which and why. A test compares the two. */

import { squareAt, squareOn } from "../board/geometry";
import { shown, Unreadable } from "./unreadable";

interface Notation {
  readonly move: RegExp;
  readonly read: (found: RegExpMatchArray) => number;
  /** Moves may stand side by side. */
  readonly tight?: boolean;
  /** Each move names its player. */
  readonly alternates?: boolean;
}

const COMPASS = ["NW", "N", "NE", "W", "C", "E", "SW", "S", "SE"];
const POINTS = "NW|NE|SW|SE|N|W|C|E|S";
const letter = (char: string): number => char.toLowerCase().charCodeAt(0) - 97;
const digit = (char: string | undefined): number => Number(char) - 1;

export const NOTATIONS: Readonly<Record<string, Notation>> = {
  ninefold: {
    move: /(?<![0-9])(?:([1-9])([1-9])(?![0-9])|([1-9])\s+([1-9])(?![0-9]))/g,
    read: ([, b, c, board, cell]) => squareAt(digit(b ?? board), digit(c ?? cell)),
  },
  "uttt.ai": {
    move: /([XO])(80|[1-7][0-9]|[0-9])(?![0-9])/gi,
    read: ([, , square]) => Number(square),
    tight: true,
    alternates: true,
  },
  codingame: {
    move: /(?<![0-9])([0-8])\s+([0-8])(?![0-9])/g,
    read: ([, row, column]) => squareOn(Number(row), Number(column)),
  },
  ultimattt: {
    move: /(?<![a-z])([a-i])([a-i])(?![a-z])/gi,
    read: ([, board, cell]) => squareAt(letter(board!), letter(cell!)),
  },
  compass: {
    move: new RegExp(`(?<![a-z/])(${POINTS})/(${POINTS})(?![a-z/])`, "gi"),
    read: ([, board, cell]) => squareAt(COMPASS.indexOf(board!.toUpperCase()), COMPASS.indexOf(cell!.toUpperCase())),
  },
};

const isGap = (text: string): boolean => /^[ \t\r\n,]*$/.test(text);

/** The squares of a whole text; null if it is not in this notation. */
function parseIn({ move, read, tight, alternates }: Notation, text: string): number[] | null {
  const squares: number[] = [];
  let at = 0;
  for (const found of text.matchAll(move)) {
    const gap = text.slice(at, found.index);
    if (!isGap(gap) || (squares.length > 0 && gap === "" && !tight)) return null;
    if (alternates && found[1]!.toUpperCase() !== "XO"[squares.length % 2]) return null;
    squares.push(read(found));
    at = found.index + found[0].length;
  }
  return isGap(text.slice(at)) && squares.length > 0 ? squares : null;
}

/** Read a list of moves in whichever notation it fits; one that two would read differently is refused. */
export function parseMoves(text: string): number[] {
  const readings = Object.entries(NOTATIONS).flatMap(([name, notation]) => {
    const squares = parseIn(notation, text);
    return squares ? [{ name, squares }] : [];
  });
  const [first] = readings;
  if (!first) throw new Unreadable("read.moves", { text: shown(text.trim()) });
  if (readings.some(({ squares }) => squares.join() !== first.squares.join()))
    throw new Unreadable("read.ambiguous", { text: shown(text.trim()), names: readings.map(({ name }) => name).join(", ") });
  return first.squares;
}
