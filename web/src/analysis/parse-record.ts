/** A record's text as a tree: `rules/record.py` says what a record is, and a test compares the two. */

import type { Core } from "../engine/core";
import { Growing } from "./growing";
import { parseMode } from "./parse-mode";
import { parsePosition } from "./parse-position";
import { MARKS, type Tree } from "./tree";
import { shown, Unreadable } from "./unreadable";

const TOKENS = {
  space: /[\s\ufeff]+/y,
  tag: /\[\s*([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\\n]|\\.)*)"\s*\]/y,
  comment: /\{((?:[^{}\\]|\\[\s\S])*)\}/y,
  open: /\(/y,
  close: /\)/y,
  number: /([0-9]+)\./y,
  word: /[^\s\ufeff[\]{}()]+/y,
} as const;
type Kind = keyof typeof TOKENS;

const CLOCK = /^\[clock ([0-9]{1,6}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?\] ?/;
const OWN_TAGS = ["Mode", "TieBreak", "Position", "Result"];
const SPELLING = new Map(OWN_TAGS.map((name) => [name.toLowerCase(), name]));
const RESULTS = ["X", "O", "=", "*"];
/** The longer of two marks is looked for first. */
const BY_LENGTH = [...MARKS].sort((one, other) => other.length - one.length);

/** The first record of a text, and how many more follow it. */
export function parseRecord(text: string, rules: Core): { tree: Tree; more: number } {
  const draft = new Draft(rules);
  let [at, line] = [0, 1];
  while (at < text.length && draft.result === null) {
    const [kind, found] = tokenAt(text, at, line);
    try {
      if (kind !== "space") draft.take(kind, found);
    } catch (error) {
      throw error instanceof Unreadable ? error.at({ line }) : error;
    }
    line += found[0].split("\n").length - 1;
    at += found[0].length;
  }
  if (draft.result === null) throw new Unreadable("read.noResult");
  return { tree: draft.tree(), more: text.slice(at).match(/\[\s*mode\s/gi)?.length ?? 0 };
}

function tokenAt(text: string, at: number, line: number): [Kind, RegExpExecArray] {
  for (const [kind, pattern] of Object.entries(TOKENS)) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return [kind as Kind, found];
  }
  const rest = shown(text.slice(at).split("\n")[0]!);
  throw new Unreadable(text[at] === "{" ? "read.comment" : "read.tag", { text: rest }).at({ line });
}

/** A record while it is being read. */
class Draft {
  result: string | null = null;
  readonly #rules: Core;
  readonly #tags = new Map<string, string>();
  #growing: Growing | null = null;

  constructor(rules: Core) {
    this.#rules = rules;
  }

  take(kind: Exclude<Kind, "space">, found: RegExpExecArray): void {
    if (kind === "tag") return this.#takeTag(found[1]!, unescape(found[2]!));
    if (!this.#tags.has("Mode")) throw new Unreadable("read.noMode");
    switch (kind) {
      case "comment":
        return this.#takeComment(found[1]!);
      case "number":
        return this.#takeNumber(found[1]!);
      case "open":
        return this.#begun.open();
      case "close":
        return this.#begun.close();
      case "word":
        return RESULTS.includes(found[0].toUpperCase()) ? this.#takeResult(found[0].toUpperCase()) : this.#takeMove(found[0]);
    }
  }

  tree(): Tree {
    const tags = [...this.#tags].filter(([name]) => !OWN_TAGS.includes(name));
    return { ...this.#begun.tree, tags, result: this.result ?? "*" };
  }

  /** The first call sets the board up as the tags say. */
  get #begun(): Growing {
    return (this.#growing ??= this.#begin());
  }

  #begin(): Growing {
    const mode = parseMode(this.#tags.get("Mode")!, this.#tags.get("TieBreak") ?? null);
    const position = this.#tags.get("Position");
    if (position === undefined) return new Growing(this.#rules, mode, null);
    const set = parsePosition(position, this.#rules);
    const same = set.mode.name === mode.name && JSON.stringify(set.mode.axes) === JSON.stringify(mode.axes);
    if (!same) throw new Unreadable("read.twoModes");
    return new Growing(this.#rules, mode, set.from);
  }

  #takeTag(written: string, value: string): void {
    const name = SPELLING.get(written.toLowerCase()) ?? written;
    if (this.#growing) throw new Unreadable("read.lateTag", { name });
    if (this.#tags.has(name)) throw new Unreadable("read.tagTwice", { name });
    this.#tags.set(name, value);
  }

  #takeNumber(digits: string): void {
    const expected = this.#begun.board.ply + 1;
    if (Number(digits) !== expected) throw new Unreadable("read.number", { text: shown(digits), expected });
  }

  #takeMove(word: string): void {
    const growing = this.#begun;
    const mark = BY_LENGTH.find((one) => word.endsWith(one)) ?? "";
    const square = word.slice(0, word.length - mark.length);
    try {
      if (!/^[1-9]{2}$/.test(square)) throw new Unreadable("read.square", { text: shown(word) });
      growing.play(9 * (Number(square[0]) - 1) + Number(square[1]) - 1);
    } catch (error) {
      throw error instanceof Unreadable ? error.at({ move: growing.board.ply + 1 }) : error;
    }
    if (mark) growing.mark(mark);
  }

  #takeComment(body: string): void {
    if (!this.#begun.mayNote) throw new Unreadable("read.commentAlone", { text: shown(body) });
    const clock = CLOCK.exec(body);
    if (!clock && body.startsWith("[clock")) throw new Unreadable("read.clock", { text: shown(body) });
    const comment = unescape(body.slice(clock?.[0].length ?? 0).replaceAll("\r\n", "\n"));
    this.#begun.comment(comment, clock ? milliseconds(clock) : null);
  }

  #takeResult(word: string): void {
    if (this.#begun.inSideLine) throw new Unreadable("read.resultInside");
    const said = this.#tags.get("Result")?.trim().toUpperCase() ?? word;
    const { result } = this.#begun.board;
    const expected = result ? (result.winner ?? "=") : said;
    if (said !== word || expected !== word) throw new Unreadable("read.result", { text: word, expected });
    this.result = word;
  }
}

function milliseconds([, hours, minutes, seconds, rest = ""]: RegExpExecArray): number {
  return 1000 * (3600 * Number(hours) + 60 * Number(minutes) + Number(seconds)) + Number(rest.padEnd(3, "0"));
}

const unescape = (text: string): string => text.replace(/\\([\s\S])/g, (_, char: string) => ({ n: "\n", r: "\r" })[char] ?? char);
