/** What a wish makes of a game in this page: entries for its log, or why it is refused. Nothing changes here. */

import { other } from "../board/geometry";
import type { ProblemCode, Side } from "../lib/messages";
import type { Wish } from "../lib/played-game";
import type { Entry } from "./entries";
import type { Standing } from "./standing";

export class Refused extends Error {
  constructor(readonly code: ProblemCode) {
    super(code);
  }
}

/** When something is asked: by the steady clock and by the calendar. */
export interface Moment {
  readonly now: number;
  readonly at: number;
}

/** The entries of a person's wish, who plays these sides; `fresh` is the id of a game that would follow. */
export function decide(game: Standing, wish: Wish, sides: readonly Side[], when: Moment, fresh: string): Entry[] {
  const late = overdue(game, when);
  if (late.length > 0) return late;
  const side = sides.length === 1 ? sides[0]! : game.turn; // whoever plays both means the one to move
  switch (wish.t) {
    case "move":
      mustBePlaying(game);
      mustBeCurrent(game, wish.ply);
      if (game.turn !== side) throw new Refused("not-your-turn");
      return [planMove(game, wish.square, when)];
    case "undo":
      return [planUndo(game, wish.ply, side, when)];
    case "redo":
      return planRedo(game, wish.ply, when);
    case "swap":
      mustBePlaying(game);
      if (game.swap !== "open") throw new Refused("not-now");
      if (side !== "O") throw new Refused("not-your-turn");
      return [wish.take ? planSwap(game, when) : { kind: "keep", side, at: when.at }];
    case "resign":
      mustBePlaying(game);
      return [{ kind: "resign", side, at: when.at }];
    case "offer":
      return planOffer(game, wish.what, side, when, fresh);
    default:
      throw new Refused("not-now"); // there is nobody to ask
  }
}

/** The flag that has fallen by now, if one has. */
export function overdue(game: Standing, { now, at }: Moment): Entry[] {
  const side = game.clock.running;
  const left = side && game.state === "playing" ? game.clock.remaining(side, now) : null;
  return side && left !== null && left <= 0 ? [{ kind: "time", side, at }] : [];
}

/** A move by the side to move, or its flag if its time was over before. */
export function planMove(game: Standing, square: number, { now, at }: Moment): Entry {
  if (!game.board.legal.includes(square)) throw new Refused("illegal-move");
  const side = game.turn;
  const { spent, left } = game.clock.afterMove(side, now);
  return left !== null && left < 0 ? { kind: "time", side, at } : { kind: "move", side, square, spent, left, at };
}

export function planSwap(game: Standing, when: Moment): Entry {
  return { kind: "swap", side: game.turn, left: runningLeft(game, when), at: when.at };
}

function planUndo(game: Standing, ply: number, side: Side, when: Moment): Entry {
  if (game.rematch !== null) throw new Refused("game-over");
  mustBeCurrent(game, ply);
  const undone = game.countUndone();
  if (!undone) throw new Refused("nothing-to-undo");
  return { kind: "takeback", side, ...undone, left: runningLeft(game, when), at: when.at };
}

function planRedo(game: Standing, ply: number, { at }: Moment): Entry[] {
  mustBePlaying(game);
  mustBeCurrent(game, ply);
  const squares = game.countRedone();
  if (squares.length === 0) throw new Refused("nothing-to-undo");
  return squares.map((square, place) => {
    const side = place % 2 === 0 ? game.turn : other(game.turn);
    return { kind: "move", side, square, spent: 0, left: game.clock.left[side], at };
  });
}

function planOffer(game: Standing, what: "draw" | "rematch" | "takeback", side: Side, when: Moment, fresh: string): Entry[] {
  if (what === "takeback") return [planUndo(game, game.ply, side, when)];
  if (what === "rematch") {
    if (game.state !== "over" || game.rematch !== null) throw new Refused("not-now");
    return [{ kind: "rematch", side, game: fresh, at: when.at }];
  }
  mustBePlaying(game);
  const computer = game.seats.X.level ?? game.seats.O.level;
  if (game.ply < 2 || computer !== null) throw new Refused("not-now"); // the computer plays on
  return [{ kind: "draw", side, at: when.at }];
}

function runningLeft(game: Standing, { now }: Moment): number | null {
  const { running } = game.clock;
  return running && game.clock.remaining(running, now);
}

function mustBePlaying(game: Standing): void {
  if (game.state !== "playing") throw new Refused("game-over");
}

function mustBeCurrent(game: Standing, ply: number): void {
  if (ply !== game.ply) throw new Refused("stale");
}
