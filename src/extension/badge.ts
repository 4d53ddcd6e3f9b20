import { browser } from 'wxt/browser';
import { badgeOf } from '#shared/alerts/badge.ts';
import { readPublished } from '#src/messaging/published.ts';
import { readUnsentNotes } from './meetings.ts';

/** Updates the toolbar badge from stored data. */
export async function showBadge(): Promise<void> {
  const [signIn, unreadAlerts, unsentNotes] = await Promise.all([
    readPublished('signIn'),
    readPublished('unreadAlerts'),
    readUnsentNotes(),
  ]);
  const isSessionOver = signIn.status === 'out' && signIn.reason !== null;
  const { text, title } = badgeOf({ isSessionOver, unreadAlerts, unsentNotes });
  const action = browser.action ?? browser.browserAction;
  await action.setBadgeText({ text });
  await action.setTitle({ title });
  await action.setBadgeBackgroundColor({ color: '#b42318' });
}
