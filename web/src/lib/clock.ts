/** Time left, as the server told it and as this page counts on; only the server decides that it is over. */

import type { Clock, Side } from "./messages";

/** Milliseconds left for a side, `elapsed` milliseconds after the clock was received; null without a clock. */
export function timeLeft(clock: Clock, side: Side, elapsed: number): number | null {
  const left = clock[side];
  if (left === null) return null;
  return Math.max(0, clock.running === side ? left - Math.max(0, elapsed - clock.starts_in) : left);
}

const two = (n: number): string => String(n).padStart(2, "0");
const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** How long something has lasted: 0:07, 1:05, 59:59, 1:00:00. */
export function writeSpan(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** 1:05, 59:59, 1:00:00; below ten seconds 9.4. Days are for the caller's language. */
export function writeTime(milliseconds: number): string {
  return milliseconds < 10 * SECOND ? (Math.floor(milliseconds / 100) / 10).toFixed(1) : writeSpan(milliseconds);
}

export const isDays = (milliseconds: number): boolean => milliseconds >= 2 * DAY;
export const wholeDays = (milliseconds: number): number => Math.floor(milliseconds / DAY);

/** When to look at the clock again: at the next change of what is shown. */
export const nextLook = (milliseconds: number): number => (milliseconds < 10 * SECOND ? 100 : milliseconds % SECOND || SECOND);

export const LOW = 20 * SECOND;
