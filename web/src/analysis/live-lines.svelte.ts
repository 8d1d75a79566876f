/** What the engine makes of a position, while somebody looks at it: its best lines, and what each square is worth. */

import type { Engine, Found, Place, Told } from "../engine/engine";

/** Positions looked at for the values of all squares, before the best lines are looked at for long. */
const GLANCE = 200_000;
const SECONDS = 20;
const LONGER = 120;
/** Positions whose lines are remembered, for whoever steps back and forth. */
const REMEMBERED = 200;

export type State = "off" | "loading" | "thinking" | "done" | "failed";

interface Known {
  found: Found | null;
  values: ReadonlyMap<number, Told>;
}

const NOTHING: Known = { found: null, values: new Map() };

export class LiveLines {
  state = $state<State>("off");
  known = $state.raw<Known>(NOTHING);
  #engine: Promise<Engine> | null = null;
  #round = 0;
  readonly #memory = new Map<string, Known>();

  /** Look at a position, with so many lines; what was looked at before is left. */
  async look(place: Place, lines: number, values: boolean, longer = false): Promise<void> {
    const mine = ++this.#round;
    const key = JSON.stringify([place, lines]);
    this.known = this.#memory.get(key) ?? NOTHING;
    this.state = "loading";
    const wanted = (): boolean => mine === this.#round;
    try {
      const engine = await this.#open();
      if (!wanted()) return;
      this.state = "thinking";
      if (values && this.known.values.size === 0) {
        const all = await engine.values(place, { nodes: GLANCE });
        if (!all || !wanted()) return;
        this.#keep(key, { ...this.known, values: all });
      }
      const take = (found: Found): void => {
        if (wanted() && depthOf(found) >= depthOf(this.known.found)) this.#keep(key, { ...this.known, found });
      };
      const found = await engine.lines(place, { lines, seconds: longer ? LONGER : SECONDS }, take);
      if (!found || !wanted()) return;
      take(found);
      this.state = "done";
    } catch {
      if (wanted()) this.state = "failed";
    }
  }

  /** Stop looking. */
  rest(state: State = "off"): void {
    this.#round += 1;
    this.state = state;
    if (state === "off") this.known = NOTHING;
    void this.#engine?.then((engine) => engine.stop()).catch(() => undefined);
  }

  /** Leave the engine to whoever comes next. */
  close(): void {
    this.rest();
  }

  #open(): Promise<Engine> {
    this.#engine ??= import("../engine/shared")
      .then(({ sharedEngine }) => sharedEngine())
      .catch((error: unknown) => {
        this.#engine = null; // a lost line is no reason never to try again
        throw error;
      });
    return this.#engine;
  }

  #keep(key: string, known: Known): void {
    this.known = known;
    this.#memory.delete(key);
    this.#memory.set(key, known);
    if (this.#memory.size > REMEMBERED) this.#memory.delete(this.#memory.keys().next().value!);
  }
}

const depthOf = (found: Found | null): number => found?.lines[0]?.depth ?? -1;
