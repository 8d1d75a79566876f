// @vitest-environment node
/** Games in the page are the server's games: the same commands make the same game, the same record, the same refusals. */

import { readFileSync } from "node:fs";
import { env } from "node:process";
import { describe, expect, test } from "vitest";
import { Core } from "../engine/core";
import type { Game } from "../lib/messages";
import type { Wish } from "../lib/played-game";
import { decide, overdue, planMove, planSwap, Refused } from "./decisions";
import type { Beginning, Entry } from "./entries";
import { recordText } from "./record";
import { Standing, type Rules } from "./standing";

interface Step {
  now: number;
  wish: Wish;
  byComputer: boolean;
  refused: string | null;
  game: Game;
  record: string;
}

async function openRules(): Promise<Rules> {
  const core = await Core.open(await WebAssembly.compile(readFileSync(new URL("../engine/core.wasm", import.meta.url))));
  return {
    boardAt: (place) => {
      core.turnTo(place);
      return core.board();
    },
  };
}

function entriesOf(game: Standing, { now, wish, byComputer }: Step): Entry[] {
  const when = { now, at: game.beginning.created_at + now };
  if (byComputer) return [wish.t === "move" ? planMove(game, wish.square, when) : planSwap(game, when)];
  const sides = (["X", "O"] as const).filter((side) => game.seats[side].id === "here");
  return decide(game, wish, sides, when, `here-${now}`);
}

// `pytest tests/server/test_page_games.py` writes the games and says where they are.
const told = env["NINEFOLD_GAMES"];
const games = told ? (JSON.parse(readFileSync(told, "utf8")) as { beginning: Beginning; steps: Step[] }[]) : [];
describe.runIf(told)("a game in the page is a game of the server", async () => {
  const rules = await openRules();

  test.each(games)("$beginning.id $beginning.mode $beginning.opponent $beginning.clock.kind", ({ beginning, steps }) => {
    let game = new Standing(beginning, rules, 0);
    const entries: Entry[] = [];
    for (const step of steps) {
      let refused: string | null = null;
      try {
        const after = game.fork();
        for (const entry of entriesOf(game, step)) {
          after.apply(entry, step.now);
          entries.push(entry);
        }
        game = after;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refused = error.code;
      }
      expect({ ...step, refused, game: game.view(step.now), record: recordText(game) }).toEqual(step);
    }
    // What is read from the store is the same game; only the clock that runs begins anew.
    const again = Standing.of(beginning, entries, rules, game.clock.since);
    expect(again.view(game.clock.since)).toEqual(game.view(game.clock.since));
  });
});

const AXES = { release: "decided", free_move: "undecided", ownership: "first", ending: "decided", tie_break: "draw" } as const;
const SEAT = { id: "here", name: "", kind: "person", level: null } as const;
/** Two people at one device. */
const BEGINNING: Beginning = {
  ...{ id: "here-1", created_at: 0, mode: "modern", axes: { ...AXES, captured_stay_open: false, x_is_known_to_win: false } },
  ...{ opponent: "same-device", X: SEAT, O: SEAT, swap: false, clock: { kind: "none" }, previous: null, seed: 1 },
};

test("a game whose log is empty stands at its beginning", async () => {
  const game = new Standing(BEGINNING, await openRules(), 0);
  expect(game.view(0)).toMatchObject({ version: 1, state: "playing", moves: [], swap: "off", can_abort: true });
  expect(game.countUndone()).toBeNull();
});

test("a draw is agreed on when both have moved, by two people at one device and not with the computer", async () => {
  const when = { now: 0, at: 0 };
  const offer = (game: Standing): unknown => decide(game, { t: "offer", what: "draw" }, ["X", "O"], when, "here-2");
  const game = new Standing(BEGINNING, await openRules(), 0);
  for (const square of [40, 36]) {
    expect(() => offer(game)).toThrow(new Refused("not-now"));
    game.apply(planMove(game, square, when), 0);
  }
  expect(offer(game)).toEqual([{ kind: "draw", side: "X", at: 0 }]);
  const computer = { ...SEAT, kind: "computer", level: "casual" } as const;
  const alone = new Standing({ ...BEGINNING, O: computer }, await openRules(), 0);
  for (const square of [40, 36]) alone.apply(planMove(alone, square, when), 0);
  expect(() => offer(alone)).toThrow(new Refused("not-now"));
});

test("a game that began from a position goes on from there, whoever is to move", async () => {
  const cells = `${".".repeat(40)}X${".".repeat(40)}`;
  const from = { cells, owners: ".........", turn: "O", target: 4 } as const;
  const game = new Standing({ ...BEGINNING, from }, await openRules(), 0);
  expect(game.view(0)).toMatchObject({ moves: [], board: { ply: 0, turn: "O", held: 4 } });
  game.apply(planMove(game, 36, { now: 0, at: 0 }), 0);
  expect(game.view(0)).toMatchObject({ moves: [36], board: { ply: 1, turn: "X", held: 0 } });
  expect(game.countUndone()).toEqual({ count: 1, swap: false });
  expect(recordText(game)).toContain('[Position "modern 9/9/9/9/4X4/9/9/9/9 ......... O 5"]');
  expect(recordText(game)).toContain("\n2. 51\n");
});

test("a move that was taken back before the swap is not made again after it, by whoever would be the other then", async () => {
  const when = { now: 0, at: 0 };
  const game = new Standing({ ...BEGINNING, swap: true }, await openRules(), 0);
  const redo = (): unknown => decide(game, { t: "redo", ply: game.ply }, ["X", "O"], when, "here-2");
  for (const square of [40, 36]) game.apply(planMove(game, square, when), 0);
  game.apply({ kind: "takeback", side: "O", count: 1, left: null, swap: false, at: 0 }, 0);
  expect([game.swap, redo()]).toMatchObject(["open", [{ kind: "move", square: 36 }]]);
  game.apply(planSwap(game, when), 0);
  expect([game.swap, game.view(0).redo]).toEqual(["swapped", []]);
  expect(redo).toThrow(new Refused("nothing-to-undo"));
});

test("a flag falls with the last of the time, not a millisecond later", async () => {
  const game = new Standing({ ...BEGINNING, clock: { kind: "timed", initial_s: 60, increment_s: 0 } }, await openRules(), 0);
  for (const square of [40, 36]) game.apply(planMove(game, square, { now: 0, at: 0 }), 0);
  const fallen = (now: number): string[] => overdue(game, { now, at: now }).map(({ kind, side }) => `${kind} ${side}`);
  expect([fallen(59_999), fallen(60_000), fallen(60_001)]).toEqual([[], ["time X"], ["time X"]]);
});

test("what is tried on a copy leaves the game as it was", async () => {
  const when = { now: 0, at: 0 };
  const game = new Standing({ ...BEGINNING, clock: { kind: "timed", initial_s: 60, increment_s: 5 } }, await openRules(), 0);
  for (const square of [40, 36, 4]) game.apply(planMove(game, square, when), 0);
  game.apply({ kind: "takeback", side: "X", count: 1, left: null, swap: false, at: 0 }, 0);
  const before = JSON.stringify(game.view(0));
  const entries: Entry[] = [planMove(game, 4, { now: 9_000, at: 9_000 }), { kind: "resign", side: "O", at: 9_000 }];
  const copy = game.fork();
  for (const entry of entries) copy.apply(entry, 9_000);
  expect([JSON.stringify(game.view(0)), copy.view(9_000).redo]).toEqual([before, []]);
});
