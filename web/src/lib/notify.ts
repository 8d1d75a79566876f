/** Telling somebody who looks elsewhere that it is their turn. */

import { settings } from "./settings.svelte";

export const canNotify = (): boolean => typeof Notification !== "undefined";

/** Ask once, when the switch is turned on: browsers refuse to be asked at any other time. */
export async function allowNotifications(): Promise<boolean> {
  return canNotify() && (Notification.permission === "granted" || (await Notification.requestPermission()) === "granted");
}

export function notify(title: string, body: string, tag: string): void {
  if (!settings.notify || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  try {
    const note = new Notification(title, { body, tag, icon: "/icon.svg" });
    note.onclick = () => {
      focus();
      note.close();
    };
  } catch {
    // Some phones allow notifications only from a service worker: the title and the sound still tell.
  }
}
