/** The server and the visitors of the tests of attacks on accounts and sessions. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { CookieBrowser } from '../server/sign-in.ts';
import { startTestApp, type TestApp } from '../server/test-app.ts';

export let app: TestApp;

/** Starts the server for the tests of a file, and resets the sign-in limits before each test. */
export function startIdentityTests() {
  beforeAll(async () => {
    app = await startTestApp({ realSignIn: true, env: { TRUSTED_PROXIES: '127.0.0.1' } });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.database.query('DELETE FROM rate_limits');
    await app.database.query('DELETE FROM sign_in_failures');
  });
}

let visitors = 0;
/** Returns a browser behind its own IP address. */
export function visitor(ip = `203.0.113.${++visitors % 250}`): CookieBrowser {
  const browser = new CookieBrowser(app.address);
  const send = browser.fetch.bind(browser);
  browser.fetch = (path: string, init?: RequestInit) => {
    const headers = new Headers(init?.headers);
    headers.set('x-forwarded-for', ip);
    return send(path, { ...init, headers });
  };
  return browser;
}

/** Returns the secret in the newest email to an address. */
export async function linkTo(email: string): Promise<string> {
  const [mail] = await app.database.query<{ text: string }>(
    'SELECT text FROM mails WHERE "to" = $1 ORDER BY pk DESC LIMIT 1',
    [email],
  );
  return /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** Returns the token of a new session. */
export async function tokenOf(response: Response): Promise<string> {
  return ((await response.json()) as { access_token: string }).access_token;
}
