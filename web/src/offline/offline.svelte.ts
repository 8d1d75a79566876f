/** The app without a network, from the second visit on; and new versions, which are taken when somebody says so. */

let waiting = $state.raw<ServiceWorker | null>(null);

/** Whether a new version lies ready. */
export const newVersion = (): boolean => waiting !== null;

/** Where the browser can (HTTPS, or this machine); everything works without it while there is a network. */
export async function keepOffline(): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  try {
    const registered = await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    watch(registered);
    registered.addEventListener("updatefound", () => watch(registered));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") registered.update().catch(() => undefined);
    });
  } catch {
    // storage is switched off, or the network just went: the next visit tries again
  }
}

/** A worker that waits is a new version, unless it is the first. */
function watch({ installing, waiting: ready }: ServiceWorkerRegistration): void {
  const tell = (worker: ServiceWorker): void => {
    if (worker.state === "installed" && navigator.serviceWorker.controller) waiting = worker;
    else if (waiting === worker) waiting = null;
  };
  for (const worker of [installing, ready]) {
    if (!worker) continue;
    tell(worker);
    worker.addEventListener("statechange", () => tell(worker));
  }
}

/** Take the new version: this page is loaded anew, others go on as they are. */
export function takeNewVersion(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting?.postMessage("take");
}
