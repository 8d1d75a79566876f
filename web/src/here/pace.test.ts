// @vitest-environment node
/** How long the computer takes for a move. */

import { expect, test } from "vitest";
import { limitOf, paceOf } from "./pace";
import type { Standing } from "./standing";

const TIMED = { kind: "timed", initial_s: 60, increment_s: 2 } as const;

/** A game after so many moves, whose clock left the side to move so many milliseconds. */
const after = (ply: number, left: number, clock: object = TIMED): Standing =>
  ({ beginning: { clock }, turn: "X", ply, clock: { remaining: () => left, increment: 2_000 } }) as unknown as Standing;
test.each([
  [after(0, 60_000), 60_000, 54 / 18 + 1.6],
  [after(1, 60_000), 60_000, 54 / 18 + 1.6],
  [after(2, 60_000), 60_000, 54 / 17.5 + 1.6],
  [after(60, 60_000), 60_000, 54 / 3 + 1.6],
  [after(80, 60_000), 60_000, 54 / 3 + 1.6],
  [after(80, 1_000), 1_000, 0.9],
  [after(80, -5), -5, 0],
  [after(3, 60_000, { kind: "none" }), null, null],
  [after(3, 60_000, { kind: "days", days: 1 }), null, null],
])("the clock is shared out over the moves that may come: %#", (standing, clock, seconds) => {
  const limit = limitOf(standing, 0);
  expect(limit.clock).toBe(clock);
  if (seconds === null) expect(limit.seconds).toBeNull();
  else expect(limit.seconds).toBeCloseTo(seconds, 6);
});

test("a level's pace is the least time, of which a clock allows a fortieth", () => {
  const free = paceOf("keen", { clock: null, seconds: null });
  expect(free).toBeGreaterThan(0);
  expect(paceOf("keen", { clock: 40 * free + 4_000, seconds: 1 })).toBe(free);
  expect(paceOf("keen", { clock: 20 * free, seconds: 1 })).toBe(free / 2);
  expect(paceOf("keen", { clock: -1, seconds: 1 })).toBe(0);
});
