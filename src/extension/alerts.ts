import { browser } from 'wxt/browser';
import { isQuiet } from '#shared/alerts/schedule.ts';
import type { Alert, AlertFeed } from '#shared/alerts/responses.ts';
import { paths } from '#shared/kernel/paths.ts';
import { SESSION_ENDED } from '#shared/session/messages.ts';
import { onPublished, publish, readPublished, subjectOf } from '#src/messaging/published.ts';
import { pathOf } from '#src/transport/endpoints.ts';
import { REQUEST_TIMEOUT_MS } from '#src/transport/request-timeout.ts';
import { nextPollIn } from './alert-schedule.ts';
import { clearNotifications, onNotificationClick } from './notifications.ts';
import { openAppPage } from './open-app-page.ts';
import { openRequests } from './requests.ts';
import { openSession } from './session.ts';

const ALARM = 'alerts';
const STATE = 'alerts';
/** The maximum number of pages per poll; the next poll reads the rest. */
const MAX_PAGES = 10;
/** The maximum number of notifications stored for the end of quiet hours; the feed has all alerts. */
const MAX_HELD = 50;
const NOTIFICATION = 'gopath-alert ';

/** The state of the feed, in the browser's storage because the worker can be stopped at any moment. */
interface State {
  subject: string;
  cursor: string | null;
  etag: string | null;
  failures: number;
  /** Notifications to show; removed before they are shown, so that none is shown twice. */
  pending: Pick<Alert, 'pk' | 'title' | 'body' | 'path'>[];
  quietHours: AlertFeed['quiet_hours'] | null;
}

async function readState(subject: string): Promise<State> {
  const stored = (await browser.storage.local.get(STATE))[STATE] as State | undefined;
  if (stored?.subject === subject) return stored;
  return { subject, cursor: null, etag: null, failures: 0, pending: [], quietHours: null };
}

/** Stores the state, unless the person signed out during the poll. */
async function writeState(state: State): Promise<void> {
  if (await isSignedIn(state.subject)) await browser.storage.local.set({ [STATE]: state });
}

async function isSignedIn(subject: string): Promise<boolean> {
  return subjectOf(await readPublished('signIn')) === subject;
}

/** Sends a conditional request, renewing the token once. @returns null when the person is not signed in */
async function ask({ subject, cursor, etag }: State): Promise<Response | null> {
  const session = await openSession();
  if (session.subject !== subject) return null;
  const url = session.server + pathOf('alerts', {}, cursor === null ? {} : { since: cursor });
  const send = (token: string) =>
    fetch(url, {
      headers: { authorization: `Bearer ${token}`, ...(etag === null ? {} : { 'if-none-match': etag }) },
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  const token = await session.accessToken();
  if (token === null) return null;
  const response = await send(token);
  if (response.status !== 401) return response;
  const renewed = await session.renew(token);
  if (renewed === null) return null;
  const again = await send(renewed);
  if (again.status !== 401) return again;
  await session.end(SESSION_ENDED);
  return null;
}

/**
 * Reads new alerts page by page.
 * @returns the new state, and the seconds to wait as requested by the server; null when the person signed out
 */
async function catchUp(state: State): Promise<{ state: State; seconds: number } | null> {
  let now = state;
  for (let page = 1; ; page += 1) {
    const response = await ask(now);
    if (response === null) return null;
    const seconds = Number(response.headers.get('x-poll-interval')) || 60;
    if (response.status === 304) return { state: now, seconds };
    if (response.status === 422 && now.cursor !== null) {
      // The server does not know the cursor, for example after a restore: start over without notifications.
      now = { ...now, cursor: null, etag: null };
      continue;
    }
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    const feed = (await response.json()) as AlertFeed;
    const isFirst = now.cursor === null;
    const known = new Set(now.pending.map(({ pk }) => pk));
    const isDone = ({ read_at, snoozed_until }: Alert) => read_at !== null || snoozed_until !== null;
    const fresh = feed.alerts.filter((alert) => !isFirst && !isDone(alert) && !known.has(alert.pk));
    const done = new Set(feed.alerts.filter(isDone).map(({ pk }) => pk));
    now = {
      ...now,
      cursor: feed.cursor,
      etag: !isFirst && feed.has_more ? null : response.headers.get('etag'),
      pending: [...now.pending, ...fresh]
        .filter(({ pk }) => !done.has(pk))
        .map(({ pk, title, body, path }) => ({ pk, title, body, path }))
        .slice(-MAX_HELD),
      quietHours: feed.quiet_hours,
    };
    if (!(await isSignedIn(now.subject))) return null;
    // Publish the count first: a worker that is stopped now reads this page again.
    await publish('unreadAlerts', feed.unread_count);
    // Stored page by page, so that a stopped worker continues here.
    await writeState(now);
    if (isFirst || !feed.has_more || page >= MAX_PAGES) return { state: now, seconds };
  }
}

function canNotify(): Promise<boolean> {
  return browser.permissions.contains({ permissions: ['notifications'] });
}

/** Shows new alerts; several become one notification. Quiet hours delay them. */
async function notify(state: State): Promise<State> {
  const { pending, quietHours } = state;
  const [first] = pending;
  if (first === undefined || !(await canNotify())) return { ...state, pending: [] };
  const quiet = quietHours && {
    start: quietHours.start,
    end: quietHours.end,
    timeZone: quietHours.time_zone,
  };
  if (quiet !== null && isQuiet(new Date(), quiet)) return state;
  const shown = { ...state, pending: [] };
  await writeState(shown);
  const isOne = pending.length === 1;
  const id = `${NOTIFICATION}${isOne ? `${first.pk} ${first.path}` : `0 ${paths.alertFeed}`}`;
  await browser.notifications.create(id, {
    type: 'basic',
    iconUrl: `${location.origin}/icon/128.png`,
    title: isOne ? first.title : `${pending.length} new alerts`,
    message: isOne
      ? first.body
      : pending
          .map(({ title }) => title)
          .join('\n')
          .slice(0, 300),
  });
  // The person may have signed out in the meantime, which clears only the notifications that exist by then.
  if (!(await isSignedIn(state.subject))) await browser.notifications.clear(id);
  return shown;
}

let polling: Promise<void> | null = null;
let isAsked = false;

async function poll(): Promise<void> {
  const signIn = await readPublished('signIn');
  if (signIn.status === 'out') {
    await browser.alarms.clear(ALARM);
    return;
  }
  const state = await readState(signIn.subject);
  // Schedule first, so that there is a next poll even if this worker fails.
  await plan(nextPollIn({ failures: state.failures + 1, seconds: 60 }));
  try {
    const answer = await catchUp(state);
    if (answer === null) return;
    await writeState(await notify({ ...answer.state, failures: 0 }));
    await plan(nextPollIn({ failures: 0, seconds: answer.seconds }));
  } catch {
    const failures = state.failures + 1;
    await writeState({ ...(await readState(signIn.subject)), failures });
    await plan(nextPollIn({ failures, seconds: 60 }));
  }
}

async function plan(seconds: number): Promise<void> {
  await browser.alarms.create(ALARM, { when: Date.now() + seconds * 1000 });
}

async function pollWhileAsked(): Promise<void> {
  try {
    while (isAsked) {
      isAsked = false;
      await poll();
    }
  } finally {
    polling = null;
  }
}

/** Runs one poll at a time. A call during a poll causes another one, because the first can miss what just changed. */
export function pollAlerts(): Promise<void> {
  isAsked = true;
  polling ??= pollWhileAsked();
  return polling;
}

/** Deletes the state and the notifications of a person who signed out. */
async function deleteState(): Promise<void> {
  await browser.alarms.clear(ALARM);
  await browser.storage.local.remove(STATE);
  await publish('unreadAlerts', 0);
  await clearNotifications(NOTIFICATION);
}

/** Opens the page of a clicked notification, and marks its alert as read. */
async function open(id: string): Promise<void> {
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

/**
 * Registers the alert poll: alarm, sign-in and notifications (EXT-008). Call it synchronously when the worker starts.
 */
export function watchAlerts() {
  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === ALARM) void pollAlerts();
  });
  onNotificationClick((id) => void open(id));
  onPublished('signIn', (signIn) => void (signIn.status === 'in' ? pollAlerts() : deleteState()));
  // Alarms do not always survive a restart of the browser, and are late after sleep.
  void browser.alarms.get(ALARM).then((alarm) => {
    if (alarm === undefined || alarm.scheduledTime < Date.now()) return pollAlerts();
    return undefined;
  });
}
