import { browser } from 'wxt/browser';

/** Returns whether the person allowed desktop notifications. */
export function canNotify(): Promise<boolean> {
  return browser.permissions.contains({ permissions: ['notifications'] });
}

/**
 * Calls back with the id of each clicked notification, also when the permission for notifications is granted later.
 * Call it synchronously when the worker starts.
 */
export function onNotificationClick(listener: (id: string) => void) {
  const listen = () => {
    if (browser.notifications?.onClicked.hasListener(listener)) return;
    browser.notifications?.onClicked.addListener(listener);
  };
  listen();
  browser.permissions.onAdded.addListener(listen);
}

/** Clears the visible notifications whose id starts with a prefix. */
export async function clearNotifications(prefix: string): Promise<void> {
  // The browser has no notifications without the permission.
  const ids = Object.keys((await browser.notifications?.getAll()) ?? {});
  await Promise.all(ids.filter((id) => id.startsWith(prefix)).map((id) => browser.notifications.clear(id)));
}
