/** A text that cannot be taken in, and why, in the words of the page's language. */

import { sentences, t, type Blanks, type Key } from "../lib/i18n/index.svelte";

export class Unreadable extends Error {
  constructor(
    readonly key: Key,
    readonly blanks: Blanks = {},
    /** More to be said, each a sentence; told when the words are wanted, in the language of then. */
    readonly more: () => readonly string[] = () => [],
  ) {
    super(key);
  }

  /** The same, with where it stands. */
  at(where: { line: number } | { move: number }): Unreadable {
    const key = "line" in where ? "read.line" : "read.move";
    return new Unreadable(key, where, () => [this.text]);
  }

  get text(): string {
    return sentences(t(this.key, this.blanks), ...this.more());
  }
}

/** What was given, short enough to be shown. */
export const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
