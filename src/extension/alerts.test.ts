import { beforeEach, expect, it, vi } from 'vitest';
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
