/** The worker: one thinker, one question at a time, the newest that was asked. */

import type { FromWorker, ToWorker } from "./questions";
import { Thinker } from "./thinker";

/** Shared with the page where the browser allows it: the number of the question that is wanted. */
let wanted: Int32Array | null = null;
let newest = 0;
let thinker: Promise<Thinker> | null = null;
let busy: Promise<void> = Promise.resolve();

const tell = (message: FromWorker): void => postMessage(message);
/** A round of the event loop; timers would wait for four milliseconds. */
const channel = new MessageChannel();
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(0);
  });

async function answer({ id, ask }: ToWorker & { t: "ask" }): Promise<void> {
  const isWanted = (): boolean => (wanted ? Atomics.load(wanted, 0) : newest) === id;
  try {
    const found = await (
      await thinker
    )?.answer(ask, { wanted: isWanted, breathe, onlines: (lines) => tell({ t: "lines", id, found: lines }) });
    if (found) tell({ t: "answer", id, answer: found });
  } catch (error) {
    tell({ t: "failed", id, detail: String(error) });
  }
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.t === "open") {
    wanted = data.wanted;
    thinker = Thinker.open(data.module, data.tableBytes);
  } else {
    newest = data.id;
    busy = busy.then(() => answer(data));
  }
});
