import { browser } from 'wxt/browser';
import { readPublished } from '#src/messaging/published.ts';

/**
 * Updates the toolbar badge from stored data: the number of unread alerts, or a warning when the server ended the
 * session and text typed since then is only on this device.
 */
export async function showBadge(): Promise<void> {
  const [signIn, unread] = await Promise.all([readPublished('signIn'), readPublished('unreadAlerts')]);
  const isEnded = signIn.status === 'out' && signIn.reason !== null;
  const action = browser.action ?? browser.browserAction;
  await action.setBadgeText({
    text: isEnded ? '!' : unread === 0 ? '' : unread > 99 ? '99+' : String(unread),
  });
  await action.setTitle({
    title: isEnded ? 'GoPath: sign in again' : unread === 0 ? 'GoPath' : `GoPath: ${unread} unread`,
  });
  await action.setBadgeBackgroundColor({ color: '#b42318' });
}
