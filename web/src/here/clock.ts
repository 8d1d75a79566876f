/** The clock of a game in this page: what each side has left, and whose time runs since when (`ninefold/game/clock.py`). */

import type { ClockSettings, Side } from "../lib/messages";

const DAY = 86_400_000;

export class GameClock {
  readonly left: Record<Side, number | null>;
  running: Side | null = null;
  since = 0;
  readonly #settings: ClockSettings;

  constructor(settings: ClockSettings) {
    this.#settings = settings;
    this.left = { X: this.full, O: this.full };
  }

  fork(): GameClock {
    const twin = new GameClock(this.#settings);
    Object.assign(twin.left, this.left);
    [twin.running, twin.since] = [this.running, this.since];
    return twin;
  }

  /** What a side begins with; null without a clock. */
  get full(): number | null {
    const clock = this.#settings;
    return clock.kind === "timed" ? clock.initial_s * 1000 : clock.kind === "days" ? clock.days * DAY : null;
  }

  /** A timed game waits until both have made a move. */
  get startsAtPly(): number {
    return this.#settings.kind === "timed" ? 2 : 0;
  }

  get increment(): number {
    return this.#settings.kind === "timed" ? this.#settings.increment_s * 1000 : 0;
  }

  run(side: Side | null, now: number): void {
    this.running = this.full === null ? null : side;
    this.since = now;
    if (side !== null && this.#settings.kind === "days") this.left[side] = this.full;
  }

  /** The time a side has left now; below 0 when it has run out. */
  remaining(side: Side, now: number): number | null {
    const left = this.left[side];
    return left === null || side !== this.running ? left : Math.round(left - Math.max(0, now - this.since));
  }

  /** What a move made now took, and what its player then has left (below 0: too late). */
  afterMove(side: Side, now: number): { spent: number; left: number | null } {
    const spent = Math.round(Math.max(0, now - this.since));
    if (side !== this.running) return { spent, left: this.left[side] };
    const rest = this.remaining(side, now) ?? 0;
    return { spent, left: rest >= 0 ? rest + this.increment : rest };
  }

  charge(left: number | null): void {
    if (this.running !== null && left !== null) this.left[this.running] = left;
  }
}
