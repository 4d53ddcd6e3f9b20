/** Polls the alerts feed by an alarm, and shows new alerts as desktop notifications (EXT-008). */
import { browser } from 'wxt/browser';
import { isQuiet } from '#shared/alerts/schedule.ts';
import { paths } from '#shared/kernel/paths.ts';
import { onPublished, readPublished } from '#src/messaging/published.ts';
import {
  deleteFeedState,
  type FeedState,
  isSignedIn,
  type PendingAlert,
  readFeedState,
  readNewAlerts,
  writeFeedState,
} from './alert-feed.ts';
import { DEFAULT_SECONDS, nextPollIn } from './alert-schedule.ts';
import { canNotify, clearNotifications, onNotificationClick } from './notifications.ts';
import { openAppPage } from './open-app-page.ts';
import { openRequests } from './requests.ts';

const ALARM = 'alerts';
const NOTIFICATION_PREFIX = 'gopath-alert ';

/**
 * Registers the alert poll: alarm, sign-in and clicked notifications. Call it synchronously when the worker starts.
 */
export function watchAlerts() {
  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === ALARM) void pollAlerts();
  });
  onNotificationClick((id) => void openClicked(id));
  onPublished('signIn', (signIn) => void (signIn.status === 'in' ? pollAlerts() : stopPolling()));
  // Alarms do not always survive a restart of the browser, and are late after sleep.
  void browser.alarms.get(ALARM).then((alarm) => {
    if (alarm === undefined || alarm.scheduledTime < Date.now()) return pollAlerts();
    return undefined;
  });
}

let polling: Promise<void> | null = null;
let isPollRequested = false;

/** Runs one poll at a time. A call during a poll causes another one, because the first can miss what just changed. */
export function pollAlerts(): Promise<void> {
  isPollRequested = true;
  polling ??= pollWhileRequested();
  return polling;
}

async function pollWhileRequested(): Promise<void> {
  try {
    while (isPollRequested) {
      isPollRequested = false;
      await poll();
    }
  } finally {
    polling = null;
  }
}

async function poll(): Promise<void> {
  const signIn = await readPublished('signIn');
  if (signIn.status === 'out') {
    await browser.alarms.clear(ALARM);
    return;
  }
  const { subject } = signIn;
  const state = await readFeedState(subject);
  const failures = state.failures + 1;
  // Schedule first, so that there is a next poll even if this worker is stopped.
  await scheduleNext({ failures, seconds: DEFAULT_SECONDS });
  try {
    const result = await readNewAlerts(state);
    if (result === null) return;
    await writeFeedState(await showPending({ ...result.state, failures: 0 }));
    await scheduleNext({ failures: 0, seconds: result.seconds });
  } catch {
    // Read again: the pages before the failure are stored.
    await writeFeedState({ ...(await readFeedState(subject)), failures });
    await scheduleNext({ failures, seconds: DEFAULT_SECONDS });
  }
}

async function scheduleNext(result: { failures: number; seconds: number }): Promise<void> {
  await browser.alarms.create(ALARM, { when: Date.now() + nextPollIn(result) * 1000 });
}

/** Deletes the state and the notifications of a person who signed out. */
async function stopPolling(): Promise<void> {
  await browser.alarms.clear(ALARM);
  await deleteFeedState();
  await clearNotifications(NOTIFICATION_PREFIX);
}

/** Shows the pending alerts, unless it is quiet now. Without the permission they are dropped. @returns the new state */
async function showPending(state: FeedState): Promise<FeedState> {
  const { pending } = state;
  const shown = { ...state, pending: [] };
  if (pending.length === 0 || !(await canNotify())) return shown;
  if (isQuietNow(state)) return state;
  // Stored first, so that a worker that is stopped now does not show them twice.
  await writeFeedState(shown);
  const { id, title, message } = notificationOf(pending);
  await browser.notifications.create(id, {
    type: 'basic',
    iconUrl: `${location.origin}/icon/128.png`,
    title,
    message,
  });
  // The person may have signed out in the meantime, which clears only the notifications that exist by then.
  if (!(await isSignedIn(state.subject))) await browser.notifications.clear(id);
  return shown;
}

function isQuietNow({ quietHours }: FeedState): boolean {
  if (quietHours === null) return false;
  const { start, end, time_zone: timeZone } = quietHours;
  return isQuiet(new Date(), { start, end, timeZone });
}

/**
 * Returns the notification of one alert, or the common one of several. Its id contains what a click needs, because the
 * worker can be stopped before it: the alert's pk (0 for several) and the path to open.
 */
function notificationOf(alerts: readonly PendingAlert[]): { id: string; title: string; message: string } {
  const [first] = alerts;
  if (first !== undefined && alerts.length === 1) {
    return {
      id: `${NOTIFICATION_PREFIX}${first.pk} ${first.path}`,
      title: first.title,
      message: first.body,
    };
  }
  return {
    id: `${NOTIFICATION_PREFIX}0 ${paths.alertFeed}`,
    title: `${alerts.length} new alerts`,
    message: alerts
      .map(({ title }) => title)
      .join('\n')
      .slice(0, 300),
  };
}

/** Opens the page of a clicked notification, and marks its alert as read. */
async function openClicked(id: string): Promise<void> {
  const match = /^gopath-alert (\d+) (\/.*)$/.exec(id);
  if (match === null) return;
  await browser.notifications.clear(id);
  await openAppPage(match[2] ?? '');
  const pk = Number(match[1]);
  if (pk > 0) {
    const server = await openRequests();
    await server.rest({ endpoint: 'readAlert', params: { pk } }).catch(() => undefined);
  }
  await pollAlerts();
}
