import { browser } from 'wxt/browser';
import { countUnsentNotes } from '#shared/alerts/badge.ts';
import { paths } from '#shared/kernel/paths.ts';
import { onMeetingReminders, wantsMeetingReminders } from '#src/messaging/meeting-reminders.ts';
import { onPublished, readPublished, subjectOf } from '#src/messaging/published.ts';
import { roomOfAddress } from '#src/messaging/room-address.ts';
import {
  MeetingWatchDocument,
  type MeetingWatchQuery,
} from '#src/transport/generated/meeting-watch/graphql.ts';
import { clearNotifications, onNotificationClick } from './notifications.ts';
import { openRequests } from './requests.ts';

const ALARM = 'meeting';
const STATE = 'meetings';
const NOTIFICATION = 'gopath-meeting ';
/** How long before the start the notification appears. */
const BEFORE_MS = 60_000;
/** Alarms can fire a little early. */
const EARLY_MS = 5000;

/** The result of the last poll. In the browser's storage, because the worker can be stopped at any moment. */
interface State {
  subject: string;
  next: { room: string; startsAt: string; title: string; name: string } | null;
  /** The end times of the meetings with an unsent note. */
  unsent: string[];
  /** The room and start of the meeting that the person was notified of. */
  notified: string | null;
}

async function readState(): Promise<State | null> {
  const subject = subjectOf(await readPublished('signIn'));
  if (subject === null) return null;
  const stored = (await browser.storage.local.get(STATE))[STATE] as State | undefined;
  return stored?.subject === subject ? stored : { subject, next: null, unsent: [], notified: null };
}

function writeState(state: State): Promise<void> {
  return browser.storage.local.set({ [STATE]: state });
}

/** Returns the number of ended meetings whose note is not sent. */
export async function unsentNotes(): Promise<number> {
  return countUnsentNotes((await readState())?.unsent ?? [], Date.now());
}

function nextOf(found: MeetingWatchQuery['next']): State['next'] {
  const meeting = found.edges.find(({ node }) => node.permissions.includes('view_meetingroom'))?.node;
  if (meeting === undefined) return null;
  const other = meeting.permissions.includes('add_meetingnote') ? meeting.client : meeting.provider;
  return {
    room: meeting.meetId,
    startsAt: meeting.startsAt,
    title: `Meeting with ${other.fullName} starts in a minute`,
    name: meeting.name,
  };
}

async function refresh(): Promise<void> {
  const state = await readState();
  if (state === null) return;
  const server = await openRequests();
  const query = MeetingWatchDocument.toString();
  const { next, past } = (await server.graphql({ query, variables: {} })) as MeetingWatchQuery;
  const unsent = past.edges
    .filter(({ node }) => node.permissions.includes('add_meetingnote') && node.meetingNote?.sent !== true)
    .map(({ node }) => node.endsAt);
  await writeState({ ...state, next: nextOf(next), unsent });
}

/**
 * Returns the key of an announced meeting. It contains the start, so that a moved meeting is announced again.
 */
function keyOf({ room, startsAt }: NonNullable<State['next']>): string {
  return `${room} ${startsAt}`;
}

async function canNotify(): Promise<boolean> {
  return (
    (await wantsMeetingReminders()) &&
    (await browser.permissions.contains({ permissions: ['notifications'] }))
  );
}

/** Sets the alarm of the next meeting, unless it was announced or has started. */
async function plan(): Promise<void> {
  const state = await readState();
  const next = state?.next ?? null;
  // A missed reminder leaves a meeting that has started, until a poll replaces it.
  const isPending =
    next !== null && Date.parse(next.startsAt) > Date.now() && state?.notified !== keyOf(next);
  if (!isPending || !(await canNotify())) {
    await browser.alarms.clear(ALARM);
    return;
  }
  await browser.alarms.create(ALARM, { when: Math.max(Date.now(), Date.parse(next.startsAt) - BEFORE_MS) });
}

/** Returns whether a tab shows the room. The extension only sees the addresses of our own pages. */
async function isOpen(room: string): Promise<boolean> {
  const address = await readPublished('server');
  const tabs = await browser.tabs.query({});
  return tabs.some(({ url }) => url !== undefined && roomOfAddress(url, address, location.origin) === room);
}

/** Shows the notification if the next meeting is about to start. */
async function remind(): Promise<void> {
  // The meeting may have been moved or canceled since the last poll. Without a network the stored one counts.
  await refresh().catch(() => undefined);
  const state = await readState();
  const next = state?.next ?? null;
  if (state === null || next === null || !(await canNotify())) return;
  const left = Date.parse(next.startsAt) - Date.now();
  if (left < 0 || left > BEFORE_MS + EARLY_MS || state.notified === keyOf(next)) return;
  // Stores the state first, so that a worker that is stopped now does not show the notification twice.
  await writeState({ ...state, notified: keyOf(next) });
  if (await isOpen(next.room)) return;
  await browser.notifications.create(NOTIFICATION + next.room, {
    type: 'basic',
    iconUrl: `${location.origin}/icon/128.png`,
    title: next.title,
    message: next.name,
  });
}

/** Runs polls and reminders one after the other, because both change the same state. */
let queue: Promise<void> = Promise.resolve();
function inTurn(...tasks: (() => Promise<void>)[]): Promise<void> {
  const run = queue.then(async () => {
    for (const task of tasks) await task();
  });
  queue = run.catch(() => undefined);
  return run;
}

/** Polls the meetings, and sets the alarm of the next one. */
export function pollMeetings(): Promise<void> {
  return inTurn(refresh, plan);
}

/** Deletes the state and the notifications of a person who signed out. */
async function deleteState(): Promise<void> {
  await browser.alarms.clear(ALARM);
  await browser.storage.local.remove(STATE);
  await clearNotifications(NOTIFICATION);
}

async function openRoom(id: string): Promise<void> {
  await browser.notifications.clear(id);
  const address = (await readPublished('server')) + paths.meetingRoom(id.slice(NOTIFICATION.length));
  await browser.tabs.create({ url: address });
}

/**
 * Watches the person's meetings: a reminder before the next one, and notes of ended ones that are not sent. Call it
 * synchronously when the worker starts.
 * @param onChange called after a reminder, and when someone signs in or out
 */
export function watchMeetings(onChange: () => Promise<void>) {
  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === ALARM) void inTurn(remind, plan, onChange);
  });
  onNotificationClick((id) => {
    if (id.startsWith(NOTIFICATION)) void openRoom(id);
  });
  browser.permissions.onAdded.addListener(() => void inTurn(plan));
  onMeetingReminders(() => void inTurn(plan));
  onPublished('signIn', (signIn) => {
    // A failed poll is repeated by the next one.
    void inTurn(...(signIn.status === 'in' ? [refresh, plan] : [deleteState]), onChange).catch(
      () => undefined,
    );
  });
}
