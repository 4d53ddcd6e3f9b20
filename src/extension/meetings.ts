/** Reminds of the next meeting a minute before it, and counts ended meetings whose note is not sent. */
import { browser } from 'wxt/browser';
import { countUnsentNotes } from '#shared/alerts/badge.ts';
import { paths } from '#shared/kernel/paths.ts';
import { withOthers } from '#shared/meetings/names.ts';
import { onMeetingReminders, wantsMeetingReminders } from '#src/messaging/meeting-reminders.ts';
import { onPublished, readPublished, subjectOf } from '#src/messaging/published.ts';
import { roomOfAddress } from '#src/messaging/room-address.ts';
import {
  MeetingWatchDocument,
  type MeetingWatchQuery,
} from '#src/transport/generated/meeting-watch/graphql.ts';
import { canNotify, clearNotifications, onNotificationClick } from './notifications.ts';
import { openRequests } from './requests.ts';
import { createSerialQueue } from './serial-queue.ts';

const ALARM = 'meeting';
const STATE_KEY = 'meetings';
const NOTIFICATION_PREFIX = 'gopath-meeting ';
/** How long before the start the reminder appears. */
const LEAD_MS = 60_000;
/** How much earlier than planned an alarm can fire. */
const EARLY_ALARM_MS = 5000;

/** What a reminder needs to know about a meeting. */
interface NextMeeting {
  room: string;
  startsAt: string;
  /** The title of the reminder; `name`, the meeting's name, is its text. */
  title: string;
  name: string;
}

/** One person's meetings as of the last poll. */
interface State {
  subject: string;
  next: NextMeeting | null;
  /** The end times of the meetings with an unsent note. */
  unsent: string[];
  /** The last meeting that a reminder was shown for: see {@link reminderKey}. */
  notified: string | null;
}

/**
 * Registers the reminders: alarm, sign-in, clicked notifications and the settings. Call it synchronously when the worker
 * starts.
 * @param onChange called after a reminder, and when someone signs in or out
 */
export function watchMeetings(onChange: () => Promise<void>) {
  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === ALARM) void inTurn(remind, planReminder, onChange);
  });
  onNotificationClick((id) => {
    if (id.startsWith(NOTIFICATION_PREFIX)) void openRoom(id);
  });
  browser.permissions.onAdded.addListener(() => void inTurn(planReminder));
  onMeetingReminders(() => void inTurn(planReminder));
  onPublished('signIn', (signIn) => {
    const steps = signIn.status === 'in' ? [loadMeetings, planReminder] : [deleteState];
    // A failed request is repeated by the next poll.
    void inTurn(...steps, onChange).catch(() => undefined);
  });
}

/** Loads the meetings, and sets the alarm of the next one. */
export function pollMeetings(): Promise<void> {
  return inTurn(loadMeetings, planReminder);
}

/** Returns the number of ended meetings whose note is not sent, as of the last poll. */
export async function readUnsentNotes(): Promise<number> {
  return countUnsentNotes((await readState())?.unsent ?? [], Date.now());
}

const queue = createSerialQueue();

/** Runs the steps of a poll or reminder, after those of the previous one, because they change the same state. */
function inTurn(...steps: (() => Promise<void>)[]): Promise<void> {
  return queue(async () => {
    for (const step of steps) await step();
  });
}

/** Returns the stored state of the signed-in person, or a new one; null when nobody is signed in. */
async function readState(): Promise<State | null> {
  const subject = subjectOf(await readPublished('signIn'));
  if (subject === null) return null;
  const stored = (await browser.storage.local.get(STATE_KEY))[STATE_KEY] as State | undefined;
  return stored?.subject === subject ? stored : { subject, next: null, unsent: [], notified: null };
}

function writeState(state: State): Promise<void> {
  return browser.storage.local.set({ [STATE_KEY]: state });
}

/** Deletes the state and the notifications of a person who signed out. */
async function deleteState(): Promise<void> {
  await browser.alarms.clear(ALARM);
  await browser.storage.local.remove(STATE_KEY);
  await clearNotifications(NOTIFICATION_PREFIX);
}

async function loadMeetings(): Promise<void> {
  const state = await readState();
  if (state === null) return;
  const server = await openRequests();
  const query = MeetingWatchDocument.toString();
  const { me, next, past } = (await server.graphql({ query, variables: {} })) as MeetingWatchQuery;
  const unsent = past.edges
    .filter(({ node }) => node.permissions.includes('add_meetingnote') && node.meetingNote?.sent !== true)
    .map(({ node }) => node.endsAt);
  await writeState({ ...state, next: nextOf(next, me.pk), unsent });
}

/** Returns the first meeting that the person can join. */
function nextOf(meetings: MeetingWatchQuery['next'], viewerPk: number): NextMeeting | null {
  const meeting = meetings.edges.find(({ node }) => node.permissions.includes('view_meetingroom'))?.node;
  if (meeting === undefined) return null;
  const { provider, client } = meeting;
  const people = {
    mentorPk: provider.pk,
    mentorName: provider.fullName,
    studentPk: client.pk,
    studentName: client.fullName,
  };
  return {
    room: meeting.meetId,
    startsAt: meeting.startsAt,
    title: `Meeting ${withOthers(people, viewerPk)} starts in a minute`,
    name: meeting.name,
  };
}

/** Sets the alarm of the next meeting, unless its reminder was shown or it has started. */
async function planReminder(): Promise<void> {
  const state = await readState();
  const next = state?.next ?? null;
  // A missed reminder leaves a meeting that has started, until a poll replaces it.
  const isPending =
    next !== null && Date.parse(next.startsAt) > Date.now() && state?.notified !== reminderKey(next);
  if (!isPending || !(await canRemind())) {
    await browser.alarms.clear(ALARM);
    return;
  }
  await browser.alarms.create(ALARM, { when: Math.max(Date.now(), Date.parse(next.startsAt) - LEAD_MS) });
}

/** Shows the reminder if the next meeting is about to start. */
async function remind(): Promise<void> {
  // The meeting may have been moved or canceled since the last poll. Without a network the stored one counts.
  await loadMeetings().catch(() => undefined);
  const state = await readState();
  const next = state?.next ?? null;
  if (state === null || next === null || !(await canRemind())) return;
  const untilStart = Date.parse(next.startsAt) - Date.now();
  const isAboutToStart = untilStart >= 0 && untilStart <= LEAD_MS + EARLY_ALARM_MS;
  if (!isAboutToStart || state.notified === reminderKey(next)) return;
  // Stored first, so that a worker that is stopped now does not show it twice.
  await writeState({ ...state, notified: reminderKey(next) });
  if (await isRoomOpen(next.room)) return;
  await browser.notifications.create(NOTIFICATION_PREFIX + next.room, {
    type: 'basic',
    iconUrl: `${location.origin}/icon/128.png`,
    title: next.title,
    message: next.name,
  });
}

async function canRemind(): Promise<boolean> {
  return (await wantsMeetingReminders()) && (await canNotify());
}

/** Returns the key of a meeting's reminder. It contains the start, so that a moved meeting gets another reminder. */
function reminderKey({ room, startsAt }: NextMeeting): string {
  return `${room} ${startsAt}`;
}

/** Returns whether a tab shows the room. The extension only sees the addresses of our own pages. */
async function isRoomOpen(room: string): Promise<boolean> {
  const server = await readPublished('server');
  const tabs = await browser.tabs.query({});
  return tabs.some(({ url }) => url !== undefined && roomOfAddress(url, server, location.origin) === room);
}

/** Opens the room of a clicked reminder. */
async function openRoom(id: string): Promise<void> {
  await browser.notifications.clear(id);
  const room = id.slice(NOTIFICATION_PREFIX.length);
  await browser.tabs.create({ url: (await readPublished('server')) + paths.meetingRoom(room) });
}
