import { browser } from 'wxt/browser';

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
