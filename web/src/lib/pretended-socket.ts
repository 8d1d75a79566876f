/** For tests of what hangs on a line: sockets that a test opens, feeds and closes, and what was said over them. */

import { vi } from "vitest";

export class PretendedSocket {
  static readonly OPEN = 1;
  static all: PretendedSocket[] = [];
  /** The one that was opened last. */
  static get newest(): PretendedSocket {
    return PretendedSocket.all.at(-1)!;
  }

  readyState = 0;
  readonly sent: { t: string; [field: string]: unknown }[] = [];
  closed = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly address: string) {
    PretendedSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { t: string });
  }
  close(): void {
    this.closed += 1;
    this.readyState = 3;
  }

  /** The server accepts, and says something. */
  open(): this {
    this.readyState = PretendedSocket.OPEN;
    this.onopen?.();
    return this;
  }
  hear(...messages: object[]): this {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) });
    return this;
  }
  /** The line breaks, or the server ends it. */
  break(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
  /** What was said since it was asked before. */
  said(): { t: string; [field: string]: unknown }[] {
    return this.sent.splice(0);
  }
}

/** From now on until `vi.unstubAllGlobals`. */
export function pretendSockets(): void {
  PretendedSocket.all = [];
  vi.stubGlobal("WebSocket", PretendedSocket);
}
