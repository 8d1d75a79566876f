/** A name is asked for once, when it first matters: when somebody else is about to see it. */

import { api } from "./api";
import { line } from "./line.svelte";
import { settings } from "./settings.svelte";

export const isToBeAsked = (): boolean => line.me !== null && !line.me.name && !settings.named;

/** Take the name that was given, or none: either way nobody is asked again. */
export async function takeName(name: string): Promise<void> {
  if (name.trim()) line.rename(await api.rename(name.trim()));
  settings.named = true;
}
