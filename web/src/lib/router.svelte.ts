/** Addresses of pages, and going from one to the other without loading anew. */

import { isHere, longId, shortId } from "../here/ids";

export type Route =
  { page: "home" | "missing" | (typeof PLAIN)[number] } | { page: "learn"; mode: string | null } | { page: "game" | "review"; id: string };

/** Pages whose address is their name. */
const PLAIN = ["games", "watch", "puzzles", "analysis", "settings"] as const;

export function routeOf(path: string): Route {
  const [first = "", second, third, ...rest] = path.split("/").filter(Boolean).map(decodeURIComponentSafely);
  const game = second !== undefined && (first === "game" ? second : first === "play" && longId(second));
  if (game && rest.length === 0 && (!third || third === "review")) return { page: third ? "review" : "game", id: game };
  if (third) return { page: "missing" };
  if (first === "learn") return { page: "learn", mode: second ?? null };
  if (second !== undefined) return { page: "missing" };
  if (first === "") return { page: "home" };
  if (first === "review") return { page: "review", id: "" };
  return { page: PLAIN.find((page) => page === first) ?? "missing" };
}

function decodeURIComponentSafely(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

let route = $state.raw<Route>(routeOf(location.pathname));
export const currentRoute = (): Route => route;

/** A game in this page has an address of its own: nobody else can open it. */
export const gamePath = (id: string): string => (isHere(id) ? `/play/${shortId(id)}` : `/game/${encodeURIComponent(id)}`);

export function go(path: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  route = routeOf(location.pathname);
  scrollTo(0, 0);
}

/** Follow links inside the app; leave new tabs, downloads and other places to the browser. */
export function startRouter(): void {
  addEventListener("popstate", () => (route = routeOf(location.pathname)));
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    const address = new URL(link.href, location.href);
    if (address.origin !== location.origin || address.pathname.startsWith("/api") || address.hash) return;
    event.preventDefault();
    go(address.pathname);
  });
}
