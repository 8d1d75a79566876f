/** The engine of this page as an opponent and as a helper: one worker, shared by whoever asks, one question at a time. */

import type { Engine, LevelName, Place, Told } from "../engine/engine";
import type { Board, Hint, Remark } from "../lib/messages";
import type { Rules } from "./standing";

/** A hint is what the strongest level would play, as on the server. */
const HINT_LEVEL = "full";
/** At most so much is said of a move. */
const MOST_REMARKS = 3;

/** The rules of the core, and what is worth saying about a move. */
export interface Referee extends Rules {
  remarks(place: Place, square: number): Remark[];
}

let referee: Promise<Referee> | null = null;
let newest = 0;
/** Hears that the engine had to be started again. */
let onrestart: (() => void) | null = null;

/** The core's rules, loaded when they are first wanted. */
export function openReferee(): Promise<Referee> {
  referee ??= makeReferee().catch((error: unknown) => {
    referee = null; // a lost line is no reason never to try again
    throw error;
  });
  return referee;
}

async function makeReferee(): Promise<Referee> {
  const [{ sharedRules }, { OF_NO_BOARD }] = await Promise.all([import("../engine/shared"), import("../engine/facts")]);
  const core = await sharedRules();
  const boardOf = (code: Remark["code"], square: number): number | null =>
    (OF_NO_BOARD as readonly string[]).includes(code) ? null : code.startsWith("sends-") ? square % 9 : Math.floor(square / 9);
  return {
    boardAt(place): Board {
      core.turnTo(place);
      return core.board();
    },
    remarks(place, square) {
      core.turnTo(place);
      return core
        .remarks(square)
        .slice(0, MOST_REMARKS)
        .map((code) => ({ code, board: boardOf(code, square), text: "" }));
    },
  };
}

async function openEngine(): Promise<Engine> {
  const opened = await (await import("../engine/shared")).sharedEngine();
  opened.onrestart = () => onrestart?.();
  return opened;
}

/** A question to the engine that can be taken back, without ending a newer one. */
export interface Thought {
  /** The line that is played; null if something else was asked meanwhile. */
  readonly answer: Promise<Told | null>;
  cancel(): void;
}

export function think(place: Place, level: LevelName, seed: number, seconds: number | null, restarted: () => void): Thought {
  const mine = ++newest;
  let underway = true;
  const ask = async (): Promise<Told | null> => {
    const opened = await openEngine();
    if (mine !== newest) return null;
    onrestart = restarted;
    const found = await opened.move(place, level, seed, seconds === null ? {} : { seconds });
    return found?.lines[0] ?? null;
  };
  const cancel = (): void => {
    if (mine !== newest || !underway) return;
    const stop = ++newest;
    void openEngine().then(
      (opened) => stop === newest && opened.stop(),
      () => undefined,
    );
  };
  return { answer: ask().finally(() => (underway = false)), cancel };
}

export async function findHint(place: Place, restarted: () => void): Promise<Hint | null> {
  const rules = await openReferee();
  const seed = Math.floor(Math.random() * 2 ** 31);
  const line = await think(place, HINT_LEVEL, seed, null, restarted).answer;
  const square = line?.squares[0];
  if (!line || square === undefined) return null;
  return { ply: place.moves.length, square, remarks: rules.remarks(place, square), win: line.share, book: line.book ?? false };
}
