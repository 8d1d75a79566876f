/** Ids of games in this page. They differ from the server's, so that an address says where a game is played. */

const PREFIX = "here-";
const LETTERS = "23456789bcdfghjkmnpqrstvwxz";

/** The player at this page, in games that are played here. */
export const HERE = "here";

export const isHere = (id: string): boolean => id.startsWith(PREFIX);

export function newId(): string {
  const dice = crypto.getRandomValues(new Uint8Array(10));
  return PREFIX + Array.from(dice, (die) => LETTERS[die % LETTERS.length]).join("");
}

/** What stands in the address, and back. */
export const shortId = (id: string): string => id.slice(PREFIX.length);
export const longId = (short: string): string => PREFIX + short;
