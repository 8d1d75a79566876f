/** One look through a game: how far the review is, what it found, and the boards to step through. */

import type { Core, Engine } from "../engine/engine";
import type { Board } from "../lib/messages";
import { boardAt, review, type Played, type Review } from "./review";

export type Stage = "running" | "stopped" | "failed" | "done";

/** The newest review of this page: whoever comes back to it does not wait again. */
let kept: { readonly key: string; readonly review: Review } | null = null;
const keyOf = ({ axes, moves, from }: Played): string => JSON.stringify([axes, moves, from]);

export class ReviewSession {
  stage = $state<Stage>("running");
  done = $state(0);
  review = $state.raw<Review | null>(null);
  readonly game: Played;
  engine: Engine | null = null;
  #rules = $state.raw<Core | null>(null);
  /** Counts starts: one that was stopped tells nothing any more. */
  #round = 0;

  constructor(game: Played) {
    this.game = game;
    void this.start();
  }

  /** Null until the rules are loaded. */
  get rules(): Core | null {
    return this.#rules;
  }

  board(ply: number): Board | null {
    return this.#rules && boardAt(this.game, this.#rules, ply);
  }

  async start(): Promise<void> {
    const mine = ++this.#round;
    const wanted = (): boolean => mine === this.#round;
    [this.stage, this.done, this.review] = ["running", 0, null];
    try {
      const { sharedEngine, sharedRules } = await import("../engine/shared");
      this.#rules ??= await sharedRules();
      this.engine ??= await sharedEngine();
      if (!wanted()) return;
      const found = kept?.key === keyOf(this.game) ? kept.review : await this.#run(wanted);
      if (!wanted()) return;
      if (found) kept = { key: keyOf(this.game), review: found };
      [this.stage, this.review] = [found ? "done" : "stopped", found];
    } catch {
      if (wanted()) this.stage = "failed";
    }
  }

  #run(wanted: () => boolean): Promise<Review | null> {
    return review(this.game, this.engine!, this.#rules!, { wanted, onprogress: (done) => wanted() && (this.done = done) });
  }

  stop(): void {
    this.#round += 1;
    if (this.stage === "running") this.stage = "stopped";
    this.engine?.stop();
  }
}
