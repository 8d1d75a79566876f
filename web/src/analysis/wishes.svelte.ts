/** How somebody likes to analyse, kept in this browser. */

export interface Wishes {
  engine: boolean;
  lines: number;
  values: boolean;
  /** What was played, in the place of the moves. */
  explorer: boolean;
}

const KEY = "ninefold-analysis";
const USUAL: Wishes = { engine: true, lines: 3, values: true, explorer: false };

function read(): Wishes {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Wishes>) };
  } catch {
    return { ...USUAL }; // storage is switched off or spoiled
  }
}

export const wishes = $state<Wishes>(read());

/** Keep what is changed; to be called while a page is made. */
export function keepWishes(): void {
  $effect(() => {
    const text = JSON.stringify(wishes);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // as above
    }
  });
}
