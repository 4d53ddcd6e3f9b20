import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

vi.stubGlobal('__DEFAULT_SERVER__', 'https://gopath.example');
vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));
const { revokeEnded, workerSession } = await import('./session.ts');
const { readEnded, writeEnded, writeSession } = await import('./token-store.ts');

const SERVER = 'https://gopath.example';
const sessionOf = (refreshToken: string) => ({
  server: SERVER,
  tokenEndpoint: `${SERVER}/oidc/token`,
  clientId: 'extension',
  subject: 'elena',
  refreshToken,
});

/** Responds to requests of the revoke endpoint. */
const revoke = vi.fn<(init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  fakeBrowser.reset();
  vi.restoreAllMocks();
  revoke.mockReset();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    url.endsWith('/oidc/token') ? Response.json({ access_token: 'token', expires_in: 600 }) : revoke(init),
  );
});

it('keeps the session of a sign-out that happens while another one is revoked', async () => {
  await writeEnded([sessionOf('first')]);
  await writeSession(sessionOf('second'), { token: 'token', expiresAt: 0 });
  const first = Promise.withResolvers<Response>();
  revoke.mockReturnValueOnce(first.promise).mockRejectedValue(new TypeError('offline'));
  const polled = revokeEnded();
  await vi.waitUntil(() => revoke.mock.calls.length === 1);
  await workerSession.signOut();
  first.resolve(new Response(null, { status: 204 }));
  await polled;
  expect(await readEnded()).toEqual([sessionOf('second')]);
});

it('signing out does not wait for a server that never responds', async () => {
  await writeSession(sessionOf('first'), { token: 'token', expiresAt: 0 });
  const timeout = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  revoke.mockImplementation(
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
        timeout.abort();
      }),
  );
  await workerSession.signOut();
  expect(await readEnded()).toEqual([sessionOf('first')]);
});
