/** The trained evaluations: fetched when a variant needs one, and kept by the browser's cache. */

import type { Axes } from "../lib/messages";
import { sumOf } from "./core";
import { fetchFile } from "./files";
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
export function weightsFor(axes: Axes): Promise<Uint8Array | null> {
  return fetchFile(FILES, networkOf(axes)?.file);
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
