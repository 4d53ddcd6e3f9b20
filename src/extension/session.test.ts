import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

vi.stubGlobal('__DEFAULT_SERVER__', 'https://gopath.example');
vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));
const { openRequests } = await import('./requests.ts');
const { revokeEndedSessions } = await import('./ended-sessions.ts');
const { openSession, setServer, signIn, signOut } = await import('./session.ts');
const { readEndedSessions, readSession, writeEndedSessions, writeSession } = await import('./token-store.ts');
const { publish, readPublished } = await import('#src/messaging/published.ts');

const SERVER = 'https://gopath.example';
const sessionOf = (refreshToken: string, subject = 'elena') => ({
  server: SERVER,
  tokenEndpoint: `${SERVER}/oidc/token`,
  clientId: 'extension',
  subject,
  refreshToken,
});

/** Responds to requests of the revoke endpoint. */
const revoke = vi.fn<(init: RequestInit) => Promise<Response>>();
/** Responds to renewals. */
const renew = vi.fn<() => Promise<Response>>();
/** Responds to GraphQL requests. */
const graphql = vi.fn<(init: RequestInit) => Promise<Response>>();

const newTokens = (token: string) => Response.json({ access_token: token, expires_in: 600 });
const refused = () => new Response('{}', { status: 401 });
/** Returns the tokens of the GraphQL requests. */
const sentTokens = () =>
  graphql.mock.calls.map(([{ headers }]) => (headers as Record<string, string>)['authorization']);
const createNote = async () =>
  (await openRequests()).graphql({ query: 'mutation CreateNote', variables: { body: 'Elena’s words' } });

/** Stores a sign-in. @param expiresAt when its access token expires */
async function storeSignIn(subject: string, expiresAt = Date.now() + 600_000) {
  await writeSession(sessionOf(`refresh ${subject}`, subject), { token: subject, expiresAt });
  await publish('signIn', { status: 'in', subject });
}

beforeEach(() => {
  fakeBrowser.reset();
  vi.restoreAllMocks();
  revoke.mockReset().mockResolvedValue(new Response(null, { status: 204 }));
  renew.mockReset().mockImplementation(async () => newTokens('renewed'));
  graphql.mockReset();
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url.endsWith('/oidc/token')) return renew();
    return url.endsWith('/graphql') ? graphql(init) : revoke(init);
  });
});

it('keeps the session of a sign-out that happens while another one is revoked', async () => {
  await writeEndedSessions([sessionOf('first')]);
  await writeSession(sessionOf('second'), { token: 'token', expiresAt: 0 });
  const first = Promise.withResolvers<Response>();
  revoke.mockReturnValueOnce(first.promise).mockRejectedValue(new TypeError('offline'));
  const polled = revokeEndedSessions();
  await vi.waitUntil(() => revoke.mock.calls.length === 1);
  await signOut();
  first.resolve(new Response(null, { status: 204 }));
  await polled;
  expect(await readEndedSessions()).toEqual([sessionOf('second')]);
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
  await signOut();
  expect(await readEndedSessions()).toEqual([sessionOf('first')]);
});

it('does not repeat a request with the token of the person who signed in during it', async () => {
  await storeSignIn('elena');
  const response = Promise.withResolvers<Response>();
  graphql.mockReturnValueOnce(response.promise).mockImplementation(async () => Response.json({ data: {} }));
  const creation = createNote();
  await vi.waitUntil(() => graphql.mock.calls.length === 1);
  await signOut();
  await storeSignIn('daniel');
  response.resolve(refused());
  await expect(creation).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(sentTokens()).toEqual(['Bearer elena']);
});

it('does not send a request that waits for a new token with the token of the next person', async () => {
  await storeSignIn('elena', 0);
  const renewal = Promise.withResolvers<Response>();
  renew.mockReturnValueOnce(renewal.promise);
  const creation = createNote();
  await vi.waitUntil(() => renew.mock.calls.length === 1);
  await signOut();
  await storeSignIn('daniel');
  renewal.resolve(newTokens('elena again'));
  await expect(creation).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(sentTokens()).toEqual([]);
  graphql.mockResolvedValue(Response.json({ data: {} }));
  await createNote();
  expect(sentTokens()).toEqual(['Bearer daniel']);
});

it('a late refusal for one person does not end the session of the next', async () => {
  await storeSignIn('elena');
  const responses = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()] as const;
  graphql.mockReturnValueOnce(responses[0].promise).mockReturnValueOnce(responses[1].promise);
  const creation = createNote();
  await vi.waitUntil(() => graphql.mock.calls.length === 1);
  // The renewed token is refused, too.
  responses[0].resolve(refused());
  await vi.waitUntil(() => graphql.mock.calls.length === 2);
  await signOut();
  await storeSignIn('daniel');
  responses[1].resolve(refused());
  await expect(creation).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await readPublished('signIn')).toEqual({ status: 'in', subject: 'daniel' });
  expect(await readSession()).toMatchObject({ subject: 'daniel' });
});

it('shows why the server ended the session, unless the person signed out before', async () => {
  const ended = async () =>
    Response.json({ code: 'UNAUTHENTICATED', detail: 'Your account is disabled.' }, { status: 401 });
  renew.mockImplementation(async () => Response.json({ error: 'invalid_grant' }, { status: 400 }));
  vi.stubGlobal('fetch', (url: string) => (url.endsWith('/oidc/token') ? renew() : ended()));
  await storeSignIn('elena');
  const ask = async () => (await openRequests()).rest({ endpoint: 'alerts' });
  await expect(ask()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await readPublished('signIn')).toEqual({ status: 'out', reason: 'Your account is disabled.' });

  await storeSignIn('elena');
  const { end } = await openSession();
  await signOut();
  await end('Your session has ended.');
  expect(await readPublished('signIn')).toEqual({ status: 'out', reason: null });
});

it('keeps the session of a version that stored the access token without its person', async () => {
  await storeSignIn('elena');
  await fakeBrowser.storage.session.set({
    'secret.access': { token: 'of someone', expiresAt: Date.now() + 600_000 },
  });
  graphql.mockResolvedValue(Response.json({ data: {} }));
  await createNote();
  expect(sentTokens()).toEqual(['Bearer renewed']);
  expect(await readPublished('signIn')).toEqual({ status: 'in', subject: 'elena' });
});

/** Starts a sign-in at the server. @returns completes it in the window, and resolves when the sign-in ends */
async function openSignInWindow() {
  const opened = Promise.withResolvers<URL>();
  const closed = Promise.withResolvers<string>();
  const launchWebAuthFlow = ({ url }: { url: string }) => {
    opened.resolve(new URL(url));
    return closed.promise;
  };
  const getRedirectURL = () => 'https://extension.chromiumapp.org/';
  Object.assign(fakeBrowser, { identity: { getRedirectURL, launchWebAuthFlow } });
  const signedIn = signIn('sign_in');
  const { searchParams } = await opened.promise;
  const idToken = btoa(JSON.stringify({ sub: 'elena', nonce: searchParams.get('nonce') }));
  renew.mockResolvedValueOnce(
    Response.json({
      access_token: 'elena',
      expires_in: 600,
      refresh_token: 'refresh',
      id_token: `.${idToken}.`,
    }),
  );
  return () => {
    const answer = new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '', iss: SERVER });
    closed.resolve(`${getRedirectURL()}?${answer}`);
    return signedIn;
  };
}

it('revokes a sign-in whose server was changed while its window was open', async () => {
  const { fetch: others } = globalThis;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const { origin, pathname } = new URL(url);
    if (pathname !== '/api/session/config/') return others(url, init);
    return Promise.resolve(
      Response.json({
        issuer: origin,
        authorization_endpoint: `${origin}/oidc/auth`,
        token_endpoint: `${origin}/oidc/token`,
        extension: { client_id: 'extension' },
      }),
    );
  });
  const complete = await openSignInWindow();
  await setServer('https://other.example');
  await expect(complete()).rejects.toThrow('The server address was changed. Sign in again.');
  expect(await readPublished('signIn')).toEqual({ status: 'out', reason: null });
  expect(await readSession()).toBeNull();
  await vi.waitUntil(() => revoke.mock.calls.length === 1);
  await vi.waitUntil(async () => (await readEndedSessions()).length === 0);
});

it('sends the requests of a sign-in to its own server only', async () => {
  await storeSignIn('elena');
  await publish('server', 'https://other.example');
  const urls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url);
    return Response.json({ data: {} });
  });
  await createNote();
  expect(urls).toEqual([`${SERVER}/graphql`]);
});
