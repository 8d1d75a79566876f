/** All games of this browser as records. */

import { openReferee } from "./computer";
import { recordText } from "./record";
import { Standing } from "./standing";
import { allKept } from "./store";

/** A text for each game in which a move was made, the newest first. */
export async function recordsHere(): Promise<string[]> {
  const rules = await openReferee();
  return (await allKept())
    .map(({ beginning, entries }) => Standing.of(beginning, entries, rules, 0))
    .filter(({ ply }) => ply > 0)
    .map(recordText);
}
