/** The compiled core, fetched once when it is first wanted, and shared by the page and its worker. */

import address from "./core.wasm?url";
import { Core } from "./core";

let compiled: Promise<WebAssembly.Module> | null = null;

/** The core's code; fails where the browser has no WebAssembly with SIMD. */
export function coreModule(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch((error: unknown) => {
    compiled = null; // a lost line is no reason never to try again
    throw error;
  });
  return compiled;
}

/** The rules, answering at once: an instance of the core in the page itself, which never searches. */
export async function openRules(): Promise<Core> {
  return Core.open(await coreModule());
}

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the core could not be loaded: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
