/** The opening books: fetched when a level that follows one plays a variant that has one, and kept by the browser's cache. */

import type { Axes } from "../lib/messages";
import { sumOf } from "./core";
import { BOOKS } from "./facts";
import { fetchFile } from "./files";

const FILES = import.meta.glob<string>("../../../src/ninefold/engine/books/*.book", {
  query: "?url",
  import: "default",
  eager: true,
});

/** The opening book of a variant; null where there is none. */
export function bookFor(axes: Axes): Promise<Uint8Array | null> {
  return fetchFile(FILES, (BOOKS as Partial<Record<number, string>>)[sumOf(axes)]);
}
