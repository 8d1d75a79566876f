/**
 * A tree in a link, behind its `#`: bytes as letters. First a sum by which a link that was cut or changed is known, then a
 * version, the mode, where it begins, tags and result, then the moves: 0-80 is a square, more is said below.
 */

import type { Core } from "../engine/core";
import { variantWord } from "../lib/variants";
import { formatPosition } from "./format-position";
import { Growing } from "./growing";
import { parseMode } from "./parse-mode";
import { parsePosition } from "./parse-position";
import { MARKS, type Move, type Tree } from "./tree";
import { Unreadable } from "./unreadable";

const VERSION = 1;
const [OPEN, CLOSE, COMMENT, CLOCK, MARK] = [81, 82, 83, 84, 85];
/** More than any tree has; a link that is longer than browsers take is no link. */
const LONGEST = 200_000;

export function packTree(tree: Tree): string {
  const bytes = [VERSION];
  writeText(bytes, variantWord(tree.mode.name, tree.mode.axes));
  writeText(bytes, tree.from ? formatPosition(tree.mode, tree.from) : "");
  writeNumber(bytes, tree.tags.length);
  for (const [name, value] of tree.tags) [name, value].forEach((text) => writeText(bytes, text));
  writeText(bytes, tree.result);
  writeLine(bytes, tree.next);
  return toLetters([...sumOf(bytes), ...bytes]);
}

/** The tree of a link; one that was cut off or changed is refused in words. */
export function unpackTree(letters: string, rules: Core): Tree {
  const bytes = fromLetters(letters);
  const [high, low] = sumOf(bytes.slice(2));
  if (bytes.length < 4 || bytes[0] !== high || bytes[1] !== low) throw new Unreadable("read.link");
  if (bytes[2] !== VERSION) throw new Unreadable("read.newLink");
  const reader = new Reader(bytes.slice(3));
  const mode = parseMode(reader.text());
  const position = reader.text();
  const tags = Array.from({ length: reader.number() }, () => [reader.text(), reader.text()] as const);
  const result = reader.text();
  const growing = new Growing(rules, mode, position ? parsePosition(position, rules).from : null);
  while (!reader.atEnd) readSign(reader, growing);
  return { ...growing.tree, tags, result };
}

function readSign(reader: Reader, growing: Growing): void {
  const sign = reader.byte();
  if (sign < OPEN) growing.play(sign);
  else if (sign === OPEN) growing.open();
  else if (sign === CLOSE) growing.close();
  else if (sign === COMMENT) growing.comment(reader.text(), null);
  else if (sign === CLOCK) growing.comment("", reader.number());
  else if (MARKS[sign - MARK]) growing.mark(MARKS[sign - MARK]!);
  else throw new Unreadable("read.link");
}

function writeLine(bytes: number[], next: readonly Move[]): void {
  for (let moves = next; moves.length > 0; moves = moves[0]!.next) {
    const [move, ...others] = moves as [Move, ...Move[]];
    writeMove(bytes, move);
    for (const other of others) {
      bytes.push(OPEN);
      writeLine(bytes, [other]);
      bytes.push(CLOSE);
    }
  }
}

function writeMove(bytes: number[], { square, mark, comment, clock }: Move): void {
  bytes.push(square);
  const known = (MARKS as readonly string[]).indexOf(mark);
  if (known >= 0) bytes.push(MARK + known);
  if (clock !== null) {
    bytes.push(CLOCK);
    writeNumber(bytes, clock);
  }
  if (comment) {
    bytes.push(COMMENT);
    writeText(bytes, comment);
  }
}

/** Seven bits a byte, the lowest first; the eighth says that more follow. */
function writeNumber(bytes: number[], value: number): void {
  for (; value > 127; value = Math.floor(value / 128)) bytes.push(128 | (value % 128));
  bytes.push(value);
}

function writeText(bytes: number[], text: string): void {
  const letters = new TextEncoder().encode(text);
  writeNumber(bytes, letters.length);
  bytes.push(...letters);
}

class Reader {
  readonly #bytes: readonly number[];
  #at = 0;

  constructor(bytes: readonly number[]) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new Unreadable("read.link");
    return byte;
  }

  number(): number {
    let [value, unit, byte] = [0, 1, this.byte()];
    for (; byte > 127; byte = this.byte(), unit *= 128) value += unit * (byte - 128);
    return value + unit * byte;
  }

  text(): string {
    const length = this.number();
    if (length > this.#bytes.length - this.#at) throw new Unreadable("read.link");
    const letters = this.#bytes.slice(this.#at, (this.#at += length));
    return new TextDecoder().decode(new Uint8Array(letters));
  }
}

/** Fletcher's sum: it knows bytes that are missing, changed or in another order. */
function sumOf(bytes: readonly number[]): [number, number] {
  let [one, two] = [0, 0];
  for (const byte of bytes) {
    one = (one + byte + 1) % 255;
    two = (two + one) % 255;
  }
  return [one, two];
}

const toLetters = (bytes: readonly number[]): string =>
  btoa(bytes.map((byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

function fromLetters(letters: string): number[] {
  if (letters.length > LONGEST || !/^[A-Za-z0-9_-]*$/.test(letters)) throw new Unreadable("read.link");
  try {
    return Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  } catch {
    throw new Unreadable("read.link");
  }
}
