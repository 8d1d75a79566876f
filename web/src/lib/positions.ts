/** What a position looks like: the core in this page says it, or the server where the browser cannot run the core. */

import { api, Trouble } from "./api";
import type { Board, Mode } from "./messages";
import { modeWord } from "./modes";

/** The smallest module with SIMD, which the core needs. */
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

export const canRunCore = (): boolean => typeof WebAssembly === "object" && WebAssembly.validate(new Uint8Array(SIMD));

export async function boardAfter({ name, axes }: Mode, moves: readonly number[] = []): Promise<Board> {
  if (!canRunCore()) return api.position({ mode: modeWord(name, axes), moves: [...moves] });
  const loaded = import("../here/computer").then(({ openReferee }) => openReferee());
  const rules = await loaded.catch(() => {
    throw new Trouble("offline", ""); // its code could not be fetched
  });
  return rules.boardAt({ axes, moves });
}
