import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { REQUEST_TIMEOUT_MS } from './request-timeout.ts';

const reload = vi.fn<() => void>();
const refresh = vi.fn<() => Promise<Response>>();
const onWindow = vi.fn<(type: string, listener: () => void) => void>();

/** Returns an access token as the server signs it, without its signature. */
function tokenOf(subject: string, use: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256' })}.${part({ iss: 'https://gopath.example', sub: subject, jti: use })}.`;
}

/** Every renewal returns a token of this person. */
function signInInBrowser(subject: string) {
  let use = 0;
  refresh.mockImplementation(async () =>
    Response.json({ access_token: tokenOf(subject, (use += 1)), expires_in: 600 }),
  );
}

/** Loads the code of a page. */
async function openPage() {
  vi.resetModules();
  const [{ startWebSession, webSession }, { createTokenRequests }] = await Promise.all([
    import('./session-web.ts'),
    import('./with-token.ts'),
  ]);
  return { startWebSession, webSession, requests: createTokenRequests(webSession, () => '') };
}

const sent: (string | null)[] = [];
/** The token that the server accepts. */
let accepted = '';

beforeEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
  sent.length = 0;
  vi.stubGlobal('location', { protocol: 'https:', reload });
  vi.stubGlobal('addEventListener', onWindow);
  vi.stubGlobal('localStorage', { removeItem: () => undefined });
  vi.stubGlobal('navigator', { locks: { request: (_name: string, run: () => unknown) => run() } });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/session/refresh/') return refresh();
    const token = new Headers(init.headers).get('authorization');
    sent.push(token);
    return token === `Bearer ${accepted}`
      ? Response.json({ data: {} })
      : Response.json(
          { errors: [{ message: 'No', extensions: { code: 'UNAUTHENTICATED' } }] },
          { status: 401 },
        );
  });
});

afterEach(() => void vi.useRealTimers());

// covers: AUTH-019
it('loads the page again, and sends nothing, when another tab signed in someone else', async () => {
  signInInBrowser('parent');
  const { requests } = await openPage();
  accepted = tokenOf('parent', 1);
  await requests.graphql({ query: 'query A { a }', variables: {} });

  accepted = tokenOf('student', 1);
  signInInBrowser('student');
  const save = () => requests.graphql({ query: 'mutation B { b }', variables: {} });
  await expect(save()).rejects.toMatchObject({ code: 'NETWORK' });
  // Requests are refused while the page reloads.
  await expect(save()).rejects.toMatchObject({ code: 'NETWORK' });
  expect(reload).toHaveBeenCalledTimes(1);
  expect(onWindow.mock.calls.map(([type]) => type)).toEqual(['visibilitychange']);
  expect(sent).toEqual([`Bearer ${tokenOf('parent', 1)}`, `Bearer ${tokenOf('parent', 1)}`]);
});

it('keeps the page when the session of the same person is renewed', async () => {
  signInInBrowser('parent');
  const { webSession } = await openPage();
  const first = await webSession.accessToken();
  expect(await webSession.renew(first ?? '')).toBe(tokenOf('parent', 2));
  expect(reload).not.toHaveBeenCalled();
});

it('loads the page again when someone else signed in after its session ended', async () => {
  signInInBrowser('parent');
  const { webSession } = await openPage();
  await webSession.accessToken();
  refresh.mockImplementation(async () => new Response(null, { status: 204 }));
  expect(await webSession.renew(tokenOf('parent', 1))).toBeNull();
  signInInBrowser('student');
  await expect(webSession.accessToken()).rejects.toMatchObject({ code: 'NETWORK' });
  expect(reload).toHaveBeenCalledTimes(1);
});

it('makes the person who signs in on a page the person of this page', async () => {
  signInInBrowser('parent');
  const { startWebSession, webSession } = await openPage();
  await webSession.accessToken();
  startWebSession({ access_token: tokenOf('student', 1), expires_in: 600 });
  signInInBrowser('student');
  expect(await webSession.renew(tokenOf('student', 1))).toBe(tokenOf('student', 1));
  expect(reload).not.toHaveBeenCalled();
});

it('a renewal that hangs ends after a while, so that other tabs can renew', async () => {
  const timeout = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
        timeout.abort();
      }),
  );
  const { webSession } = await openPage();
  await expect(webSession.accessToken()).rejects.toMatchObject({ code: 'NETWORK' });
});

it('a sign-out that hangs fails after a while, and the person stays signed in', async () => {
  signInInBrowser('parent');
  const { webSession } = await openPage();
  const token = await webSession.accessToken();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Vitest's timers do not include this one.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(), milliseconds);
    return timeout.signal;
  });
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  const ended = vi.fn<(error: unknown) => void>();
  void webSession.signOut().catch(ended);
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'NETWORK' }));
  expect(await webSession.accessToken()).toBe(token);
});
