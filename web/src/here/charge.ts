/**
 * Of several tabs that show a game one is in charge: the one that was looked at last. It thinks for the computer and watches
 * the clock; another takes over when it is closed. Where the browser has no locks every tab is, and the store decides.
 */

export class Charge {
  held = false;
  readonly #name: string;
  readonly #onchange: () => void;
  readonly #closed = new AbortController();
  #release: (() => void) | null = null;

  constructor(name: string, onchange: () => void) {
    this.#name = name;
    this.#onchange = onchange;
    if (!navigator.locks) this.#turn(true);
    else {
      this.#ask(document.visibilityState === "visible");
      document.addEventListener("visibilitychange", this.#look, { signal: this.#closed.signal });
    }
  }

  close(): void {
    this.#closed.abort();
    this.held = false;
    this.#release?.();
  }

  #look = (): void => {
    if (document.visibilityState === "visible" && !this.held) this.#ask(true);
  };

  #ask(steal: boolean): void {
    const options: LockOptions = steal ? { steal } : { signal: this.#closed.signal };
    navigator.locks.request(this.#name, options, () => this.#hold()).catch(() => this.#lost());
  }

  #hold(): Promise<void> | undefined {
    if (this.#closed.signal.aborted || this.held) return undefined;
    this.#turn(true);
    return new Promise((resolve) => (this.#release = resolve));
  }

  /** Another tab took it, or this one is closed: wait for the other to go. */
  #lost(): void {
    if (this.#closed.signal.aborted) return;
    this.#turn(false);
    this.#ask(false);
  }

  #turn(held: boolean): void {
    this.held = held;
    this.#onchange();
  }
}
