import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { AlertFeed } from '#shared/alerts/responses.ts';

vi.stubGlobal('__DEFAULT_SERVER__', 'https://gopath.example');
vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));
const { pollAlerts } = await import('./alerts.ts');
const { signOut } = await import('./session.ts');
const { publish, readPublished } = await import('#src/messaging/published.ts');
const { writeSession } = await import('./token-store.ts');

const SERVER = 'https://gopath.example';
const feed = { alerts: [], cursor: 'a', has_more: false, unread_count: 3, quiet_hours: null } as unknown;

/** Responds to requests of the feed. */
const readFeed = vi.fn<() => Promise<Response>>();

beforeEach(async () => {
  // Quiet hours must not begin or end during a test.
  vi.useFakeTimers({ now: new Date('2026-11-27T12:30:00Z'), toFake: ['Date'] });
  fakeBrowser.reset();
  readFeed.mockReset();
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/api/alerts/') ? readFeed() : new Response(null, { status: 503 }),
  );
  const session = { server: SERVER, tokenEndpoint: `${SERVER}/oidc/token`, clientId: 'extension' };
  await writeSession(
    { ...session, subject: 'elena', refreshToken: 'refresh' },
    { token: 'token', expiresAt: Date.now() + 600_000 },
  );
  await publish('signIn', { status: 'in', subject: 'elena' });
});

afterEach(() => void vi.useRealTimers());

const stored = async () => (await fakeBrowser.storage.local.get('alerts'))['alerts'] as object | undefined;

it('publishes the number of unread alerts', async () => {
  readFeed.mockResolvedValue(Response.json(feed as AlertFeed));
  await pollAlerts();
  expect(await readPublished('unreadAlerts')).toBe(3);
  expect(await stored()).toMatchObject({ subject: 'elena', cursor: 'a' });
});

it.each([
  ['response', () => Response.json(feed as AlertFeed)],
  ['error', () => new Response(null, { status: 500 })],
])('stores nothing when a poll’s %s arrives after the sign-out', async (_, respond) => {
  const response = Promise.withResolvers<Response>();
  readFeed.mockReturnValue(response.promise);
  const poll = pollAlerts();
  await vi.waitUntil(() => readFeed.mock.calls.length > 0);
  await signOut();
  response.resolve(respond());
  await poll;
  expect(await readPublished('unreadAlerts')).toBe(0);
  expect(await stored()).toBeUndefined();
});

it('clears a notification that appears while the person signs out', async () => {
  vi.stubGlobal('location', { origin: 'chrome-extension://gopath' });
  const contains = vi.spyOn(fakeBrowser.permissions, 'contains').mockResolvedValue(true as never);
  const create = vi.spyOn(fakeBrowser.notifications, 'create').mockImplementation(async () => {
    await signOut();
    return 'id';
  });
  const clear = vi.spyOn(fakeBrowser.notifications, 'clear');
  const alert = { pk: 5, title: 'New task', body: '', path: '/tasks/', read_at: null, snoozed_until: null };
  for (const alerts of [[], [alert]]) {
    readFeed.mockResolvedValue(Response.json({ ...(feed as AlertFeed), alerts }));
    await pollAlerts();
  }
  expect(create).toHaveBeenCalledOnce();
  expect(clear).toHaveBeenCalledWith('gopath-alert 5 /tasks/');
  for (const mock of [contains, create, clear]) mock.mockRestore();
});

it('shows no notification after quiet hours for an alert that was snoozed during them', async () => {
  vi.stubGlobal('location', { origin: 'chrome-extension://gopath' });
  const contains = vi.spyOn(fakeBrowser.permissions, 'contains').mockResolvedValue(true as never);
  const create = vi.spyOn(fakeBrowser.notifications, 'create');
  const quiet = { start: 12, end: 14, time_zone: 'UTC' };
  const noLongerQuiet = { ...quiet, end: 12 };
  const alert = { pk: 5, title: 'New task', body: '', path: '/tasks/', read_at: null, snoozed_until: null };
  const poll = async (change: object) => {
    readFeed.mockResolvedValue(Response.json({ ...(feed as AlertFeed), ...change }));
    await pollAlerts();
  };
  await poll({ quiet_hours: quiet });
  await poll({ quiet_hours: quiet, alerts: [alert] });
  const snoozed = { ...alert, snoozed_until: '2090-12-04T08:00:00.000Z' };
  await poll({ quiet_hours: noLongerQuiet, alerts: [snoozed] });
  expect(create).not.toHaveBeenCalled();
  await poll({ quiet_hours: noLongerQuiet, alerts: [alert] });
  expect(create).toHaveBeenCalledTimes(1);
  contains.mockRestore();
  create.mockRestore();
});
