/**
 * The engine and the rules that this page's games, puzzles and reviews share: a worker takes some 40 MB, and a phone gives
 * a page 64. Whoever leaves stops what they asked; nobody closes it.
 */

import { Engine } from "./engine";
import { openRules } from "./module";
import type { Core } from "./core";

let engine: Promise<Engine> | null = null;
let rules: Promise<Core> | null = null;

/** The worker; where it could not be loaded the next who asks tries again. */
export function sharedEngine(): Promise<Engine> {
  engine ??= Engine.open().catch((error: unknown) => {
    engine = null;
    throw error;
  });
  return engine;
}

/** The rules, answering at once. Everybody turns to their own position before they ask. */
export function sharedRules(): Promise<Core> {
  rules ??= openRules().catch((error: unknown) => {
    rules = null;
    throw error;
  });
  return rules;
}
