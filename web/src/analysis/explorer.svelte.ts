/** What was played on the server in the position that somebody looks at. */

import { ask, asTrouble } from "../lib/api";
import type { Explorer } from "../lib/messages";

export type State = "asking" | "told" | "offline" | "failed";

/** Who steps through a game does not ask about every position on the way. */
const SETTLED_MS = 120;
const REMEMBERED = 200;

export class Played {
  state = $state<State>("asking");
  told = $state.raw<Explorer | null>(null);
  #wanted = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #memory = new Map<string, Explorer>();

  /** Ask about a position, written as one line; what was told before is shown at once. */
  look(position: string): void {
    if (position === this.#wanted && this.state !== "offline" && this.state !== "failed") return;
    this.#wanted = position;
    clearTimeout(this.#timer);
    this.told = this.#memory.get(position) ?? null;
    this.state = this.told ? "told" : "asking";
    if (!this.told) this.#timer = setTimeout(() => void this.#ask(position), SETTLED_MS);
  }

  close(): void {
    this.#wanted = "";
    clearTimeout(this.#timer);
  }

  async #ask(position: string): Promise<void> {
    try {
      const told = await ask<Explorer>("GET", `/explorer?position=${encodeURIComponent(position)}`);
      this.#memory.set(position, told);
      if (this.#memory.size > REMEMBERED) this.#memory.delete(this.#memory.keys().next().value!);
      if (position === this.#wanted) [this.told, this.state] = [told, "told"];
    } catch (error) {
      if (position === this.#wanted) this.state = asTrouble(error).code === "offline" ? "offline" : "failed";
    }
  }
}
