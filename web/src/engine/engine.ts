/**
 * The door to the engine in this page. Load it when it is wanted: `const { Engine } = await import("../engine/engine")`.
 *
 * One question at a time: a new one, or `stop()`, ends the one before, whose promise is then null. A worker that dies is
 * started again and asked once more; `onrestart` hears of it.
 */

import type { Limits, Place } from "./core";
import { coreModule } from "./module";
import type { Ask, Found, FromWorker, LevelName, Proof, Told, ToWorker } from "./questions";

export { openRules } from "./module";
export type { Core, Limits, Place, SetUp } from "./core";
export type { Found, LevelName, Proof, Told } from "./questions";

/** A search holds this and some 17 MB more: phones give a page 64. */
const TABLE_BYTES = 16 << 20;
/** So long a search may go on after it was told to stop, where memory cannot be shared and a message must reach it. */
const PATIENCE_MS = 40;

export class EngineFailed extends Error {}

interface Pending {
  readonly id: number;
  readonly ask: Ask;
  readonly onlines: ((found: Found) => void) | null;
  resolve(answer: Found | Proof | null): void;
  reject(error: EngineFailed): void;
  again: boolean;
}

export class Engine {
  onrestart: ((detail: string) => void) | null = null;
  readonly #module: WebAssembly.Module;
  readonly #wanted: Int32Array | null;
  readonly #make: () => Worker;
  #worker: Worker;
  #pending: Pending | null = null;
  /** The question that the worker is at, wanted or not. */
  #at: number | null = null;
  #ids = 0;

  private constructor(module: WebAssembly.Module, make: () => Worker) {
    this.#module = module;
    this.#make = make;
    this.#wanted = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    this.#worker = this.#begin();
  }

  static async open(make: () => Worker = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" })): Promise<Engine> {
    return new Engine(await coreModule(), make);
  }

  /** The best lines of a position, told again after every depth. */
  lines(place: Place, limits: Limits, onlines: ((found: Found) => void) | null = null, byHand = false): Promise<Found | null> {
    return this.#ask({ kind: "lines", place, limits, byHand }, onlines) as Promise<Found | null>;
  }

  /**
   * The move that a level plays, with the mistakes of a seed (a whole number below 2^53); its one line. A time limit,
   * of the clock, ends it sooner.
   */
  move(place: Place, level: LevelName, seed: number, limits: Limits = {}): Promise<Found | null> {
    return this.#ask({ kind: "level", place, level, seed, limits }, null) as Promise<Found | null>;
  }

  /** The best lines as everybody gets them, whatever was asked before: with a limit by nodes, or searched to the end. */
  sameLines(place: Place, limits: Limits, fresh: boolean): Promise<Found | null> {
    return this.#ask({ kind: "lines", place, limits, byHand: false, fresh }, null) as Promise<Found | null>;
  }

  /** What each legal square is worth to the player to move. */
  async values(place: Place, limits: Limits): Promise<ReadonlyMap<number, Told> | null> {
    const found = await this.lines(place, { ...limits, lines: 81 });
    return found && new Map(found.lines.map((line) => [line.squares[0] ?? -1, line]));
  }

  /** Who wins if both play well; for late positions, where that can be settled. */
  prove(place: Place, nodes = 2_000_000): Promise<Proof | null> {
    return this.#ask({ kind: "prove", place, nodes }, null) as Promise<Proof | null>;
  }

  /** End the search that is under way; whoever waits for it gets null. */
  stop(): void {
    this.#want(++this.#ids);
    this.#pending?.resolve(null);
    this.#pending = null;
    this.#hurry();
  }

  /** Stop, and give the memory back. */
  close(): void {
    this.stop();
    this.#worker.terminate();
  }

  #ask(ask: Ask, onlines: Pending["onlines"]): Promise<Found | Proof | null> {
    this.stop();
    const id = ++this.#ids;
    return new Promise((resolve, reject) => {
      this.#pending = { id, ask, onlines, resolve, reject, again: false };
      this.#want(id);
      this.#send(this.#pending);
    });
  }

  #want(id: number): void {
    if (this.#wanted) Atomics.store(this.#wanted, 0, id);
  }

  #send({ id, ask }: Pending): void {
    this.#at ??= id;
    this.#post({ t: "ask", id, ask });
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** Without shared memory only an end of the worker is sure to end a long search. */
  #hurry(): void {
    const late = this.#at;
    if (late === null || this.#wanted) return;
    setTimeout(() => {
      if (this.#at === late) this.#restart();
    }, PATIENCE_MS);
  }

  #begin(): Worker {
    const worker = (this.#worker = this.#make());
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.#died(event.message || "the worker stopped");
    };
    this.#post({ t: "open", module: this.#module, wanted: this.#wanted, tableBytes: TABLE_BYTES });
    return worker;
  }

  #receive(message: FromWorker): void {
    if (message.t !== "lines") this.#at = this.#pending && this.#pending.id !== message.id ? this.#pending.id : null;
    if (message.id !== this.#pending?.id) return;
    if (message.t === "lines") return this.#pending.onlines?.(message.found);
    if (message.t === "failed") return this.#died(message.detail);
    this.#pending.resolve(message.answer);
    this.#pending = null;
  }

  #restart(): void {
    this.#worker.onmessage = this.#worker.onerror = null;
    this.#worker.terminate();
    this.#at = null;
    this.#begin();
    if (this.#pending) this.#send(this.#pending);
  }

  #died(detail: string): void {
    const pending = this.#pending;
    if (pending?.again) {
      this.#pending = null;
      pending.reject(new EngineFailed(detail));
    } else if (pending) pending.again = true;
    this.onrestart?.(detail);
    this.#restart();
  }
}
