import { browser } from 'wxt/browser';
import { readPublished } from '#src/messaging/published.ts';

/**
 * The toolbar button's badge, computed anew from what is stored. It asks for attention when the server ended the
 * session: what was written meanwhile waits on this device until the person signs in again.
 */
export async function showBadge(): Promise<void> {
  const signIn = await readPublished('signIn');
  const isEnded = signIn.status === 'out' && signIn.reason !== null;
  const action = browser.action ?? browser.browserAction;
  await action.setBadgeText({ text: isEnded ? '!' : '' });
  await action.setTitle({ title: isEnded ? 'GoPath: sign in again' : 'GoPath' });
  await action.setBadgeBackgroundColor({ color: '#b42318' });
}
