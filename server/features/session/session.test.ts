import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson } from '#tests/factories/people.ts';
import type { Problem } from '#server/http/errors.ts';
import {
  CookieBrowser,
  refreshTokens,
  signIn,
  signInExtension,
  statusOfMe,
} from '#tests/helpers/server/sign-in.ts';
import { TEST_PUBLIC_URL } from '#tests/helpers/server/public-url.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ realSignIn: true });
});
afterAll(() => app.close());

interface Answer {
  access_token: string;
  expires_in: number;
  code?: string;
}

async function signedIn() {
  const person = await createPerson(app);
  const browser = new CookieBrowser(app.address);
  const { access_token: token } = (await (await signIn(browser, person)).json()) as Answer;
  return { person, browser, token };
}

function bearer(token: string) {
  return { authorization: `Bearer ${token}` };
}

async function me(browser: CookieBrowser, token: string) {
  return (await browser.fetch('/api/me/', { headers: bearer(token) })).status;
}

function signOut(browser: CookieBrowser, headers: Record<string, string> = {}) {
  return browser.fetch('/api/session/', { method: 'DELETE', headers });
}

async function errorOf(response: Response) {
  const { detail, fields } = (await response.json()) as Problem;
  return { status: response.status, detail, fields };
}

async function signOutsOf({ pk }: { pk: number }): Promise<number> {
  const events = await app.database.query(
    "SELECT FROM security_events WHERE kind = 'sign_out' AND subject_pk = $1",
    [pk],
  );
  return events.length;
}

function refresh(browser: CookieBrowser, headers: Record<string, string> = {}) {
  return browser.fetch('/api/session/refresh/', { method: 'POST', headers });
}

describe('the web session', () => {
  it('hides the refresh token from the page, in a strict cookie for this host only', async () => {
    const person = await createPerson(app);
    const response = await signIn(new CookieBrowser(app.address), person);
    const [cookie] = response.headers.getSetCookie();
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/;', 'Max-Age=2592000']) {
      expect(cookie).toContain(part);
    }
    expect(await response.json()).toEqual({ access_token: expect.any(String), expires_in: 600 });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('has a cookie without prefix on a local server without https', async () => {
    const publicUrl = 'http://localhost:8080';
    const local = await startTestApp({
      realSignIn: true,
      database: app.database,
      env: { PUBLIC_URL: publicUrl },
    });
    const browser = new CookieBrowser(local.address, publicUrl);
    const response = await signIn(browser, await createPerson(local), `${publicUrl}/auth/callback/`);
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^gopath_session=.*; HttpOnly; SameSite=Strict$/);
    expect((await refresh(browser)).status).toBe(200);
    await local.app.server.close();
  });

  it('renews, also twice at once', async () => {
    const { browser } = await signedIn();
    const answers = await Promise.all([refresh(browser), refresh(browser), refresh(browser)]);
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(await me(browser, ((await answer.json()) as Answer).access_token)).toBe(200);
    }
    expect((await refresh(browser)).status).toBe(200);
  });

  it('shares a renewal between requests at the same time only', async () => {
    const { browser } = await signedIn();
    const secret = browser.cookie('__Host-gopath_session') ?? '';
    const renew = () => app.services.session.refresh(secret);
    const [first, second] = await Promise.all([renew(), renew()]);
    expect(second).toEqual(first);
    expect((await renew()).access_token).not.toBe(first.access_token);
  });

  it('renews in two processes at once', async () => {
    const { browser } = await signedIn();
    const second = await startTestApp({ realSignIn: true, database: app.database });
    const elsewhere = new CookieBrowser(second.address);
    elsewhere.setCookie('__Host-gopath_session', browser.cookie('__Host-gopath_session') ?? '', '/');
    const answers = await Promise.all([refresh(browser), refresh(elsewhere)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await second.app.server.close();
  });

  it('survives a restart of the server', async () => {
    const { browser, token } = await signedIn();
    const restarted = await startTestApp({ realSignIn: true, database: app.database });
    const again = new CookieBrowser(restarted.address);
    again.setCookie('__Host-gopath_session', browser.cookie('__Host-gopath_session') ?? '', '/');
    expect((await refresh(again)).status).toBe(200);
    expect(await me(again, token)).toBe(200);
    await restarted.app.server.close();
  });

  it('ends immediately with sign-out: cookie, refresh token and issued access token', async () => {
    const { browser, token } = await signedIn();
    const cookie = browser.cookie('__Host-gopath_session') ?? '';
    expect(await me(browser, token)).toBe(200);
    const response = await signOut(browser);
    expect(response.status).toBe(204);
    // Browsers ignore a `__Host-` cookie without Secure and this path, also one that clears it.
    const [cleared] = response.headers.getSetCookie();
    expect(cleared).toMatch(/^__Host-gopath_session=; Max-Age=0; Path=\/; .*; Secure;/);
    expect(browser.cookie('__Host-gopath_session')).toBeUndefined();
    expect(await me(browser, token)).toBe(401);
    browser.setCookie('__Host-gopath_session', cookie, '/');
    expect((await refresh(browser)).status).toBe(401);
  });

  it('clears the cookie of a session that has already ended', async () => {
    const browser = new CookieBrowser(app.address);
    browser.setCookie('__Host-gopath_session', 'x'.repeat(43), '/');
    expect((await signOut(browser)).status).toBe(204);
    expect(browser.cookie('__Host-gopath_session')).toBeUndefined();
  });

  it('logs one sign-out for a cookie and its token, and ends both sessions when they differ', async () => {
    const { person, browser, token } = await signedIn();
    expect((await signOut(browser, bearer(token))).status).toBe(204);
    expect(await signOutsOf(person)).toBe(1);

    const { access_token: first } = (await (await signIn(browser, person)).json()) as Answer;
    const { access_token: other } = (await (
      await signIn(new CookieBrowser(app.address), person)
    ).json()) as Answer;
    expect((await signOut(browser, bearer(other))).status).toBe(204);
    expect([await me(browser, first), await me(browser, other)]).toEqual([401, 401]);
    expect(await signOutsOf(person)).toBe(3);
  });

  it('of the extension ends with or without its refresh token', async () => {
    const browser = new CookieBrowser(app.address);
    for (const isSent of [false, true]) {
      const person = await createPerson(app);
      const { access_token: token, refresh_token: refreshToken } = await signInExtension(browser, person);
      const revoke = (body: object) => browser.postJson('/api/session/revoke/', body, bearer(token));
      expect((await revoke({ refresh_token: 1 })).status).toBe(422);
      expect(await statusOfMe(app, token)).toBe(200);
      const answer = isSent
        ? await revoke({ refresh_token: refreshToken })
        : await browser.fetch('/api/session/revoke/', { method: 'POST', headers: bearer(token) });
      expect(answer.status).toBe(204);
      expect(await statusOfMe(app, token)).toBe(401);
      expect((await refreshTokens(browser, refreshToken)).tokens.error).toBe('invalid_grant');
      expect(await signOutsOf(person)).toBe(1);
    }
  });

  it('also ends with only the bearer token', async () => {
    const { browser, token } = await signedIn();
    const stranger = new CookieBrowser(app.address);
    expect((await signOut(stranger, bearer(token))).status).toBe(204);
    expect(await me(browser, token)).toBe(401);
    expect((await refresh(browser)).status).toBe(401);
  });

  it('does not end the sessions of other devices', async () => {
    const { person, browser } = await signedIn();
    const phone = new CookieBrowser(app.address);
    const { access_token: token } = (await (await signIn(phone, person)).json()) as Answer;
    await signOut(browser);
    expect(await me(phone, token)).toBe(200);
    expect((await refresh(phone)).status).toBe(200);
  });

  it('of a disabled person ends at once and clears the cookie', async () => {
    const { person, browser, token } = await signedIn();
    await app.database.query('UPDATE users SET disabled_at = now() WHERE pk = $1', [person.pk]);
    expect(await me(browser, token)).toBe(401);
    expect((await refresh(browser)).status).toBe(401);
    expect(browser.cookie('__Host-gopath_session')).toBeUndefined();
  });

  it('cannot be used from another site', async () => {
    const { browser } = await signedIn();
    for (const origin of ['https://elsewhere.example', 'null', `${TEST_PUBLIC_URL}.example`]) {
      expect((await refresh(browser, { origin })).status).toBe(403);
      expect((await signOut(browser, { origin })).status).toBe(403);
      expect((await browser.postJson('/api/session/', {}, { origin })).status).toBe(403);
    }
    expect((await refresh(browser)).status).toBe(200);
  });

  it('cannot be decrypted with the database alone', async () => {
    const { browser } = await signedIn();
    const secret = browser.cookie('__Host-gopath_session') ?? '';
    const rows = await app.database.query<{ text: string }>(
      'SELECT web_sessions::text AS text FROM web_sessions',
    );
    expect(rows.some(({ text }) => text.includes(secret))).toBe(false);
  });

  it('answers bad input with a coded error', async () => {
    const browser = new CookieBrowser(app.address);
    const good = {
      code: 'x',
      code_verifier: 'x'.repeat(43),
      redirect_uri: `${TEST_PUBLIC_URL}/auth/callback/`,
    };
    expect((await browser.postJson('/api/session/', good)).status).toBe(401);
    for (const bad of [
      {},
      { ...good, code: 1 },
      { ...good, code_verifier: 'short' },
      { ...good, client_id: 'gopath-extension' },
    ]) {
      expect((await browser.postJson('/api/session/', bad)).status).toBe(422);
    }
    expect((await browser.postJson('/api/session/', { ...good, code: '\0' })).status).toBe(401);
    const away = { ...good, redirect_uri: 'https://elsewhere.example/' };
    expect(await errorOf(await browser.postJson('/api/session/', away))).toEqual({
      status: 422,
      detail: 'This is not where the web app returns to.',
      fields: { redirect_uri: 'This is not where the web app returns to.' },
    });
    // Nobody is signed in, which is not an error.
    expect((await refresh(browser)).status).toBe(204);
    for (const secret of ['nonsense', `x.${'x'.repeat(43)}`, `${'x'.repeat(43)}.x`]) {
      browser.setCookie('__Host-gopath_session', secret, '/');
      expect((await refresh(browser)).status, secret).toBe(204);
    }
    browser.setCookie('__Host-gopath_session', 'x'.repeat(43), '/');
    expect((await refresh(browser)).status).toBe(401);
    expect((await signOut(browser)).status).toBe(204);
    expect((await browser.fetch('/api/session/revoke/', { method: 'POST' })).status).toBe(401);
  });

  // covers: AUTH-035
  it('asks the identity provider for a password reset, with the same answer for every address', async () => {
    const { person } = await signedIn();
    const browser = new CookieBrowser(app.address);
    const ask = (email: string, clientId = 'gopath-web') =>
      browser.postJson('/api/session/password_reset/', { client_id: clientId, email, connection: 'email' });
    const known = await ask(person.email);
    const unknown = await ask('nobody@gopath.example');
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
    expect(known.status).toBe(200);
    expect(await (await ask('other@gopath.example', 'gopath-extension')).json()).toEqual({
      detail: 'If this address has an account, we sent a link to choose a new password.',
    });
    expect(await errorOf(await ask(person.email, 'stranger'))).toEqual({
      status: 422,
      detail: 'There is no such client.',
      fields: { client_id: 'There is no such client.' },
    });
    expect((await ask('nonsense')).status).toBe(422);
    await app.app.jobs.runDue();
    const mails = await app.database.query<{ to: string }>(
      `SELECT "to" FROM mails WHERE key LIKE 'reset-password:%'`,
    );
    expect(mails).toEqual([{ to: person.email }]);
  });
});
