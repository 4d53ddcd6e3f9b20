import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

vi.stubGlobal('__DEFAULT_SERVER__', 'https://gopath.example');
vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));
const { watchMeetings } = await import('./meetings.ts');
const { publish } = await import('#src/messaging/published.ts');
const { setMeetingReminders } = await import('#src/messaging/meeting-reminders.ts');
const { writeSession } = await import('./token-store.ts');

const SERVER = 'https://gopath.example';
const MINUTE = 60_000;
const NOW = Date.parse('2026-11-20T15:00:00Z');

/** Responds to every request. */
const request = vi.fn<() => Promise<Response>>();

beforeEach(async () => {
  fakeBrowser.reset();
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
  request.mockReset().mockRejectedValue(new TypeError('offline'));
  vi.stubGlobal('fetch', request);
  Object.assign(fakeBrowser, {
    permissions: { contains: async () => true, onAdded: { addListener: () => undefined } },
  });
  const session = { server: SERVER, tokenEndpoint: `${SERVER}/oidc/token`, clientId: 'extension' };
  await writeSession(
    { ...session, subject: 'elena', refreshToken: 'refresh' },
    { token: 'token', expiresAt: NOW + 10 * MINUTE },
  );
  await publish('signIn', { status: 'in', subject: 'elena' });
  await setMeetingReminders(true);
});

/** Fires the alarm of a stored meeting. @returns the next alarm */
async function fireAlarm(startsAt: number) {
  const next = { room: 'room', startsAt: new Date(startsAt).toISOString(), title: 'Title', name: 'Name' };
  await fakeBrowser.storage.local.set({ meetings: { subject: 'elena', next, unsent: [], notified: null } });
  await fakeBrowser.alarms.create('meeting', { when: startsAt - MINUTE });
  const handled = Promise.withResolvers<void>();
  watchMeetings(async () => handled.resolve());
  await fakeBrowser.alarms.onAlarm.trigger({ name: 'meeting', scheduledTime: startsAt - MINUTE });
  await handled.promise;
  return fakeBrowser.alarms.get('meeting');
}

it('sets no alarm again for a meeting that started while the computer was asleep, when offline', async () => {
  expect(await fireAlarm(NOW - 20 * MINUTE)).toBeUndefined();
  expect(request).toHaveBeenCalledOnce();
});

it('sets the alarm again a minute before a meeting that has not started, when offline', async () => {
  expect(await fireAlarm(NOW + 20 * MINUTE)).toMatchObject({ scheduledTime: NOW + 19 * MINUTE });
});

it.each([
  ['mentor', 1, 'Meeting with Maya Okafor starts in a minute'],
  ['student', 2, 'Meeting with Elena Marsh starts in a minute'],
  [
    'parent, who can have several children,',
    3,
    'Meeting for Maya Okafor with Elena Marsh starts in a minute',
  ],
])('the reminder names the people of the meeting for a %s', async (_reader, pk, title) => {
  const startsAt = NOW + MINUTE;
  const node = {
    name: 'Essay review',
    meetId: 'room',
    startsAt: new Date(startsAt).toISOString(),
    permissions: ['view_meetingroom'],
    provider: { pk: 1, fullName: 'Elena Marsh' },
    client: { pk: 2, fullName: 'Maya Okafor' },
  };
  request.mockResolvedValue(
    Response.json({ data: { me: { pk }, next: { edges: [{ node }] }, past: { edges: [] } } }),
  );
  vi.stubGlobal('location', { origin: 'chrome-extension://gopath' });
  await fireAlarm(startsAt);
  expect(Object.values(await fakeBrowser.notifications.getAll())).toMatchObject([
    { title, message: 'Essay review' },
  ]);
});

it('clears the reminder of a person who signs out', async () => {
  const cleared = vi.fn<(id: string) => Promise<boolean>>().mockResolvedValue(true);
  const shown = { 'gopath-meeting room': true, 'gopath-alert 0 /alerts/feed/': true };
  const onClicked = { hasListener: () => true };
  Object.assign(fakeBrowser, { notifications: { onClicked, getAll: async () => shown, clear: cleared } });
  const handled = Promise.withResolvers<void>();
  watchMeetings(async () => handled.resolve());
  await publish('signIn', { status: 'out', reason: null });
  await handled.promise;
  expect(cleared.mock.calls).toEqual([['gopath-meeting room']]);
});
