/** Reads the alerts feed, and stores how far it was read and which notifications are still to be shown. */
import { browser } from 'wxt/browser';
import type { Alert, AlertFeed } from '#shared/alerts/responses.ts';
import { SESSION_ENDED } from '#shared/session/messages.ts';
import { publish, readPublished, subjectOf } from '#src/messaging/published.ts';
import { pathOf } from '#src/transport/endpoints.ts';
import { REQUEST_TIMEOUT_MS } from '#src/transport/request-timeout.ts';
import { DEFAULT_SECONDS } from './alert-schedule.ts';
import { openSession } from './session.ts';

const STATE_KEY = 'alerts';
/** The maximum number of pages per poll; the next poll reads the rest. */
const MAX_PAGES = 10;
/** The maximum number of notifications stored for the end of quiet hours; the feed has all alerts. */
const MAX_PENDING = 50;

/** An alert whose notification is still to be shown. */
export type PendingAlert = Pick<Alert, 'pk' | 'title' | 'body' | 'path'>;

/** The state of one person's feed on this device. */
export interface FeedState {
  subject: string;
  /** The end of what was read; null before the first page. */
  cursor: string | null;
  /** Of the last response, for the next conditional request. */
  etag: string | null;
  /** The number of polls that failed since the last success. */
  failures: number;
  pending: PendingAlert[];
  quietHours: AlertFeed['quiet_hours'] | null;
}

/** Returns the person's stored state, or a new one. */
export async function readFeedState(subject: string): Promise<FeedState> {
  const stored = (await browser.storage.local.get(STATE_KEY))[STATE_KEY] as FeedState | undefined;
  if (stored?.subject === subject) return stored;
  return { subject, cursor: null, etag: null, failures: 0, pending: [], quietHours: null };
}

/** Stores the state, unless the person signed out during the poll. */
export async function writeFeedState(state: FeedState): Promise<void> {
  if (await isSignedIn(state.subject)) await browser.storage.local.set({ [STATE_KEY]: state });
}

/** Deletes the state of a person who signed out. */
export async function deleteFeedState(): Promise<void> {
  await browser.storage.local.remove(STATE_KEY);
  await publish('unreadAlerts', 0);
}

/** Returns whether a person is signed in now. */
export async function isSignedIn(subject: string): Promise<boolean> {
  return subjectOf(await readPublished('signIn')) === subject;
}

/**
 * Reads new alerts page by page, and publishes the number of unread ones.
 * @returns the new state, and the seconds to wait as requested by the server; null when the person signed out
 */
export async function readNewAlerts(state: FeedState): Promise<{ state: FeedState; seconds: number } | null> {
  let current = state;
  for (let page = 1; ; page += 1) {
    const response = await requestPage(current);
    if (response === null) return null;
    const seconds = Number(response.headers.get('x-poll-interval')) || DEFAULT_SECONDS;
    if (response.status === 304) return { state: current, seconds };
    if (response.status === 422 && current.cursor !== null) {
      // The server does not know the cursor, for example after a restore: start over without notifications.
      current = { ...current, cursor: null, etag: null };
      continue;
    }
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    const feed = (await response.json()) as AlertFeed;
    const isFirst = current.cursor === null;
    current = addPage(current, feed, response.headers.get('etag'));
    if (!(await isSignedIn(current.subject))) return null;
    // Publish the count first: a worker that is stopped now reads this page again.
    await publish('unreadAlerts', feed.unread_count);
    // Stored page by page, so that a stopped worker continues here.
    await writeFeedState(current);
    if (isFirst || !feed.has_more || page >= MAX_PAGES) return { state: current, seconds };
  }
}

/** Sends a conditional request, renewing the token once. @returns null when the person is not signed in */
async function requestPage({ subject, cursor, etag }: FeedState): Promise<Response | null> {
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

/** Adds the new alerts of a page to the pending ones, and removes those that were read or snoozed elsewhere. */
function addPage(state: FeedState, feed: AlertFeed, etag: string | null): FeedState {
  const isFirst = state.cursor === null;
  const known = new Set(state.pending.map(({ pk }) => pk));
  // The first page has the alerts from before this device read the feed, which are not notified.
  const added = isFirst ? [] : feed.alerts.filter((alert) => !isDone(alert) && !known.has(alert.pk));
  const done = new Set(feed.alerts.filter(isDone).map(({ pk }) => pk));
  // On the first page `has_more` is about older alerts, which are not requested.
  const isNextPage = !isFirst && feed.has_more;
  return {
    ...state,
    cursor: feed.cursor,
    etag: isNextPage ? null : etag,
    pending: [...state.pending, ...added]
      .filter(({ pk }) => !done.has(pk))
      .map(({ pk, title, body, path }) => ({ pk, title, body, path }))
      .slice(-MAX_PENDING),
    quietHours: feed.quiet_hours,
  };
}

function isDone({ read_at, snoozed_until }: Alert): boolean {
  return read_at !== null || snoozed_until !== null;
}
