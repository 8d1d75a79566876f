/**
 * For tests: as much of IndexedDB as the store of games asks of a browser. Requests are answered one after the other, each in a
 * turn of its own; a transaction that writes waits for the one before, and takes everything back if it fails.
 */

type Rows = Map<string, { id: string }>;

export class PretendedStore {
  rows: Rows | null = null;
  /** What the next request for the database, or the next put, fails with. */
  refuses: DOMException | null = null;
  full: DOMException | null = null;
  opened = 0;
  closed = 0;
  #writing: Promise<void> = Promise.resolve();
  base: { onclose?: () => void; onversionchange?: () => void } = {};

  open = (name: string, version: number): object => {
    const request = requestOf(() => {
      if (this.refuses) throw this.refuses;
      if (name !== "ninefold" || version !== 1) throw new DOMException(`${name} ${version}`);
      this.opened += 1;
      this.base = this.#database();
      request.result = this.base;
      if (!this.rows) request.onupgradeneeded?.();
      return this.base;
    });
    queueMicrotask(request.run);
    return request;
  };

  #database(): object {
    return {
      createObjectStore: (_name: string, { keyPath }: { keyPath: string }) => keyPath === "id" && (this.rows = new Map()),
      transaction: (_name: string, mode = "readonly") => this.#begin(mode === "readwrite"),
      close: () => (this.closed += 1),
    };
  }

  #begin(writes: boolean): object {
    const before = writes ? this.#writing : Promise.resolve();
    const waiting: Request[] = [];
    const transaction: Transaction = { error: null, oncomplete: null, onabort: null, onerror: null, objectStore: () => store };
    const ask = (what: (rows: Rows) => unknown): Request => {
      const request = requestOf(() => what(rows));
      waiting.push(request);
      return request;
    };
    let rows: Rows = new Map();
    const store = {
      get: (id: string) => ask((rows) => structuredClone(rows.get(id))),
      getAll: () => ask((rows) => structuredClone([...rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1)))),
      put: (row: { id: string }) => {
        const kept = structuredClone(row);
        return ask((rows) => {
          if (this.full) throw this.full;
          rows.set(kept.id, kept);
        });
      },
      delete: (id: string) => ask((rows) => void rows.delete(id)),
    };
    const run = async (): Promise<void> => {
      await before;
      rows = new Map(this.rows);
      for (;;) {
        for (let turn = 0; waiting.length === 0 && turn < 20; turn += 1) await Promise.resolve();
        const request = waiting.shift();
        if (!request) break;
        request.run();
        if (!request.error) continue;
        transaction.error = request.error;
        return transaction.onabort?.();
      }
      if (writes) this.rows = rows;
      transaction.oncomplete?.();
    };
    const done = run();
    if (writes) this.#writing = done;
    return transaction;
  }
}

interface Transaction {
  error: DOMException | null;
  oncomplete: (() => void) | null;
  onabort: (() => void) | null;
  onerror: (() => void) | null;
  objectStore: () => object;
}

interface Request {
  result: unknown;
  error: DOMException | null;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
  onupgradeneeded: (() => void) | null;
  run: () => void;
}

function requestOf(what: () => unknown): Request {
  const request: Request = { result: undefined, error: null, onsuccess: null, onerror: null, onupgradeneeded: null, run };
  function run(): void {
    try {
      request.result = what();
    } catch (error) {
      request.error = error as DOMException;
      return request.onerror?.();
    }
    request.onsuccess?.();
  }
  return request;
}
