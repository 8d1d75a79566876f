/** The trained evaluations: fetched when a variant needs one, and kept by the browser's cache. */

import type { Axes } from "../lib/messages";
import { sumOf } from "./core";
import { HAND_SCALE, NETWORKS, VARIETY } from "./facts";

const FILES = import.meta.glob<string>("../../../src/ninefold/engine/networks/*.weights", {
  query: "?url",
  import: "default",
  eager: true,
});

interface Network {
  readonly file: string;
  readonly scale: number;
}

function networkOf(axes: Axes): Network | undefined {
  return (NETWORKS as Partial<Record<number, Network>>)[sumOf(axes)];
}

/** The weights for a variant; null where none were trained, and the evaluation is by hand. */
export async function weightsFor(axes: Axes): Promise<Uint8Array | null> {
  const network = networkOf(axes);
  const address = network && Object.entries(FILES).find(([path]) => path.endsWith(`/${network.file}`))?.[1];
  if (!address) return null;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the network could not be loaded: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The share of the point that a score stands for, from 0 to 1. */
export function shareOf(score: number, axes: Axes, byHand = false): number {
  return 1 / (1 + Math.exp(-score / scaleOf(axes, byHand)));
}

/** What a level's first moves in a game may cost, in evaluation units. */
export function varietyOf(axes: Axes, byHand: boolean): number {
  return Math.round(VARIETY * scaleOf(axes, byHand));
}

function scaleOf(axes: Axes, byHand: boolean): number {
  return (byHand ? undefined : networkOf(axes)?.scale) ?? HAND_SCALE[axes.release];
}
