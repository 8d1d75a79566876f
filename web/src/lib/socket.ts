/**
 * A WebSocket that stays: it comes back by itself after a lost network, a sleeping phone or a restarted server.
 * It knows nothing of games; whoever uses it decides what to say again.
 */

import { CLOSED_FOR_GOOD } from "./messages";

export type LinkState = "connecting" | "live" | "lost";

export interface LinkEvents<Incoming> {
  onmessage(message: Incoming): void;
  /** `reason` is the server's word for why it would not have the line, if it said one. */
  onstate(state: LinkState, reason?: string): void;
  /** There is nothing to come back to; the line is not tried again. */
  onend?(reason: string): void;
}

const FIRST_RETRY = 150;
/** A server that comes back has its players back within a second. */
const LONGEST_RETRY = 1_000;
/** The server pings more often than this: a longer silence means that nobody is there. */
const SILENCE = 25_000;
/** After waking up there is no time to lose: an answer must come this soon. */
const WAKE_SILENCE = 3_000;

export class Link<Incoming, Outgoing> {
  #socket: WebSocket | null = null;
  #retries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #address: string;
  #events: LinkEvents<Incoming>;
  #ping: Outgoing | null;

  /** `ping` is what to say after waking up; whoever has nothing to say waits for the server's next word. */
  constructor(address: string, events: LinkEvents<Incoming>, ping: Outgoing | null) {
    this.#address = address;
    this.#events = events;
    this.#ping = ping;
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#drop);
    document.addEventListener("visibilitychange", this.#wake);
    this.#open();
  }

  /** Send now, or say that it could not be sent. */
  send(message: Outgoing): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Begin anew, as somebody else: a cookie that came later is not seen by an open socket. */
  reopen(): void {
    this.#drop();
    this.#hurry();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#drop);
    document.removeEventListener("visibilitychange", this.#wake);
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    this.#socket?.close();
  }

  #open(): void {
    clearTimeout(this.#timer);
    if (this.#retries === 0) this.#events.onstate("connecting");
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    this.#expect(SILENCE);
    socket.onopen = () => this.#expect(SILENCE);
    socket.onmessage = (event) => {
      if (socket !== this.#socket || this.#closed) return;
      this.#expect(SILENCE);
      this.#events.onstate("live");
      this.#retries = 0;
      this.#events.onmessage(JSON.parse(String(event.data)) as Incoming);
    };
    socket.onclose = ({ code, reason }) => {
      if (socket !== this.#socket) return;
      if (code < CLOSED_FOR_GOOD || this.#closed) return this.#lost(reason);
      this.close();
      this.#events.onend?.(reason);
    };
  }

  #lost(reason = ""): void {
    this.#socket = null;
    clearTimeout(this.#watchdog);
    if (this.#closed) return;
    const wait = Math.min(FIRST_RETRY * 1.8 ** this.#retries, LONGEST_RETRY) * (0.6 + 0.6 * Math.random());
    this.#retries += 1;
    this.#events.onstate("lost", reason);
    this.#timer = setTimeout(() => this.#open(), wait);
  }

  /** Take silence for a broken line: nothing else tells of a network that swallows everything. */
  #expect(milliseconds: number): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(this.#drop, milliseconds);
  }

  #drop = (): void => {
    const socket = this.#socket;
    if (socket === null || this.#closed) return;
    socket.onclose = null;
    socket.close();
    this.#lost();
  };

  #hurry = (): void => {
    this.#retries = Math.min(this.#retries, 1);
    if (this.#socket === null && !this.#closed) this.#open();
  };

  #wake = (): void => {
    if (document.visibilityState !== "visible") return;
    this.#hurry();
    if (this.#ping !== null && this.send(this.#ping)) this.#expect(WAKE_SILENCE);
  };
}
