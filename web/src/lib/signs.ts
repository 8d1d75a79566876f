/** Signs that somebody is there: the moment to fetch what they will want next, and not before. */

const SIGNS = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

/** Call back once, at the first sign; returns how to stop waiting for it. */
export function onFirstSign(callback: () => void): () => void {
  const seen = new AbortController();
  const tell = (): void => {
    seen.abort();
    callback();
  };
  for (const sign of SIGNS) addEventListener(sign, tell, { signal: seen.signal, passive: true });
  return () => seen.abort();
}
