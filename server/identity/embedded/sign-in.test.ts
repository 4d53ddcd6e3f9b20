import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EXTENSION_REDIRECT_URIS } from '#shared/session/extension.ts';
import { createPerson } from '#tests/factories/people.ts';
import {
  CookieBrowser,
  signIn,
  signInExtension,
  startSignIn,
  statusOfMe,
  submitSignIn,
} from '#tests/helpers/server/sign-in.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import { TEST_PUBLIC_URL } from '#tests/helpers/server/public-url.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

const [chromeRedirect, firefoxRedirect] = EXTENSION_REDIRECT_URIS;
const ownBuild = 'https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org/';
const env = { EXTENSION_REDIRECT_URIS: ownBuild };
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ realSignIn: true, env });
});
afterAll(() => app.close());

describe('signing in with the embedded provider', () => {
  it('gives the web app an access token that the API accepts', async () => {
    const person = await createPerson(app, { role: 'mentor' });
    const browser = new CookieBrowser(app.address);
    const response = await signIn(browser, person);
    expect(response.status).toBe(200);
    const answer = (await response.json()) as { access_token: string; expires_in: number };
    expect(Object.keys(answer).sort()).toEqual(['access_token', 'expires_in']);
    expect(answer.expires_in).toBeLessThanOrEqual(600);
    expect(decodeProtectedHeader(answer.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(decodeJwt(answer.access_token)).toMatchObject({
      iss: `${TEST_PUBLIC_URL}/oidc`,
      aud: `${TEST_PUBLIC_URL}/api`,
      sub: person.subject,
    });
    const me = await browser.fetch('/api/me/', {
      headers: { authorization: `Bearer ${answer.access_token}` },
    });
    expect(await me.json()).toMatchObject({ pk: person.pk, role: 'mentor', email: person.email });
  });

  it('gives the extension its own tokens', async () => {
    const person = await createPerson(app);
    const tokens = await signInExtension(new CookieBrowser(app.address), person);
    expect(await statusOfMe(app, tokens.access_token)).toBe(200);
    expect(decodeJwt(tokens.id_token)).toMatchObject({ email: person.email, email_verified: true });
  });

  it('asks for the password each time, so that a session left open gives no access', async () => {
    const person = await createPerson(app);
    const browser = new CookieBrowser(app.address);
    await signIn(browser, person);
    const second = await startSignIn(browser);
    expect(second.form).toMatch(/^\/oidc\/interaction\/[\w-]+\/$/);
    const other = await createPerson(app);
    expect((await signIn(browser, other)).status).toBe(200);
  });

  it('shows a disabled person why it ends, and only after the right password', async () => {
    const person = await createPerson(app);
    await app.database.query('UPDATE users SET disabled_at = now() WHERE pk = $1', [person.pk]);
    const browser = new CookieBrowser(app.address);
    const { form } = await startSignIn(browser);
    const wrong = await browser.submit(form, { email: person.email, password: 'not the password' });
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).toContain('Wrong email or password.');
    const right = await browser.submit(form, { email: person.email, password: person.password });
    expect(right.status).toBe(403);
    expect(await right.text()).toContain('This account is disabled');
    const [last] = await app.database.query(
      'SELECT kind FROM security_events WHERE subject_pk = $1 ORDER BY pk DESC LIMIT 1',
      [person.pk],
    );
    expect(last).toEqual({ kind: 'sign_in_refused' });
  });

  it('shows the same to a person who is disabled while the sign-in ends', async () => {
    const person = await createPerson(app);
    const browser = new CookieBrowser(app.address);
    const { form } = await startSignIn(browser);
    const submitted = await browser.submit(form, { email: person.email, password: person.password });
    // A request that stores the sign-in after it was ended: disabling finds it by the account.
    await app.database.query('UPDATE oidc_payloads SET account_id = NULL WHERE account_id = $1', [
      person.subject,
    ]);
    await app.database.query('UPDATE users SET disabled_at = now() WHERE pk = $1', [person.pk]);
    const resumed = await browser.fetch(submitted.headers.get('location') ?? '');
    expect(resumed.status).toBe(303);
    const page = await browser.fetch(resumed.headers.get('location') ?? '');
    expect(page.status).toBe(403);
    expect(await page.text()).toContain('This account is disabled');
  });

  it('needs PKCE, our own return address and our own client', async () => {
    const browser = new CookieBrowser(app.address);
    const withoutChallenge = await startSignIn(browser, { code_challenge: '', code_challenge_method: '' });
    expect(new URL(withoutChallenge.form).searchParams.get('error')).toBe('invalid_request');
    for (const redirect of [chromeRedirect, firefoxRedirect, ownBuild]) {
      const { form } = await startSignIn(browser, { redirect_uri: redirect }, 'extension');
      expect(form).toMatch(/^\/oidc\/interaction\//);
    }
    const elsewhere = await startSignIn(browser, { redirect_uri: 'https://elsewhere.example/' });
    expect(elsewhere.form).toBe(`${TEST_PUBLIC_URL}/oidc/error/?reason=invalid_redirect_uri`);
    const stranger = await startSignIn(browser, { client_id: 'stranger' });
    expect(stranger.form).toBe(`${TEST_PUBLIC_URL}/oidc/error/?reason=invalid_client`);
    expect((await browser.fetch(stranger.form)).status).toBe(400);
  });

  it('accepts a code once, with its own verifier', async () => {
    const person = await createPerson(app);
    const browser = new CookieBrowser(app.address);
    const started = await startSignIn(browser);
    const { code } = await submitSignIn(browser, started, person);
    const exchange = (verifier: string) =>
      browser.postJson('/api/session/', {
        code,
        code_verifier: verifier,
        redirect_uri: started.redirectUri,
      });
    expect((await exchange('x'.repeat(43))).status).toBe(401);
    const answers = await Promise.all([1, 2, 3, 4].map(() => exchange(started.verifier)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true);
  });

  it('ends a form that is sent twice where the first one ended', async () => {
    const person = await createPerson(app);
    const browser = new CookieBrowser(app.address);
    const started = await startSignIn(browser);
    const { code } = await submitSignIn(browser, started, person);
    const again = await browser.submit(started.form, person as never);
    expect(again.status).toBe(303);
    const end = new URL(again.headers.get('location') ?? '');
    expect([end.origin + end.pathname, end.searchParams.get('code')]).toEqual([started.redirectUri, code]);
    const session = await browser.postJson('/api/session/', {
      code,
      code_verifier: started.verifier,
      redirect_uri: started.redirectUri,
    });
    expect(session.status).toBe(200);
    expect((await browser.fetch(started.form)).status, 'the page has expired').toBe(400);
  });

  it('refuses forms that another site sends', async () => {
    const person = await createPerson(app);
    const browser = new CookieBrowser(app.address);
    const { form } = await startSignIn(browser);
    for (const origin of ['https://elsewhere.example', 'null']) {
      const response = await browser.fetch(form, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({ email: person.email, password: person.password }),
      });
      expect(response.status).toBe(403);
    }
    const stolen = await new CookieBrowser(app.address).submit(form, person as never);
    expect(stolen.status).toBe(400);
  });

  it('serves pages without inline code and with form targets limited to the client', async () => {
    const browser = new CookieBrowser(app.address);
    const { form } = await startSignIn(browser, { redirect_uri: chromeRedirect }, 'extension');
    const page = await browser.fetch(form);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`form-action 'self' ${new URL(chromeRedirect).origin}`);
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    const text = await page.text();
    expect(text).not.toMatch(/<script(?! src="\/oidc\/\w+\.js" \w+[^>]*><\/script>)|style=|\son\w+=/);
    expect((await browser.fetch('/oidc/identity.css')).headers.get('content-type')).toContain('text/css');
    expect((await browser.fetch('/oidc/forms.js')).headers.get('content-type')).toContain('javascript');
  });

  it('escapes typed text', async () => {
    const browser = new CookieBrowser(app.address);
    const { form } = await startSignIn(browser);
    const response = await browser.submit(form, { email: '"><script>alert(1)</script>', password: 'x' });
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('<script>');
  });

  it('answers bad input with an error page and no server error', async () => {
    const browser = new CookieBrowser(app.address);
    const { form } = await startSignIn(browser);
    const nul = '\0';
    for (const fields of [
      {},
      { email: nul, password: nul },
      { email: 'a@b.example', password: 'x'.repeat(5000) },
    ]) {
      expect((await browser.submit(form, fields as Record<string, string>)).status).toBe(401);
    }
    expect((await browser.submit(form, { email: 'x'.repeat(20_000) })).status).toBe(413);
    const json = await browser.postJson(form, { email: 'a@b.example' });
    expect(json.status).toBeLessThan(500);
    expect((await browser.fetch('/oidc/interaction/nonsense/')).status).toBe(400);
  });

  it('shows an error page with Retry-After while the database is unreachable', async () => {
    const browser = new CookieBrowser(app.address);
    const { form } = await startSignIn(browser);
    const unreachable = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const query = vi.spyOn(app.database, 'query').mockRejectedValue(unreachable);
    const page = await browser.fetch(form);
    query.mockRestore();
    expect(page.status).toBe(503);
    expect(page.headers.get('retry-after')).toBe('3');
    expect(await page.text()).toContain('Something went wrong');
  });

  it('shows a Not Found page to people, and a problem response to programs', async () => {
    const browser = new CookieBrowser(app.address);
    for (const path of ['/oidc/nothing', '/oidc/nothing/at/all/', '/oidc/interaction/', '/oidc/auth/a/b']) {
      const page = await browser.fetch(path, {
        headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      });
      expect(page.status).toBe(404);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
      const text = await page.text();
      expect(text).toContain('<h1>Not Found</h1>');
      expect(text).toContain(`href="${TEST_PUBLIC_URL}/"`);
      for (const accept of ['application/json', '*/*']) {
        const problem = await browser.fetch(path, { headers: { accept } });
        expect(problem.status).toBe(404);
        expect(await problem.json()).toMatchObject({ code: 'NOT_FOUND' });
      }
      expect((await browser.fetch(path, { method: 'HEAD' })).status).toBe(404);
      expect((await browser.submit(path, { email: 'x' })).status).toBe(404);
    }
    // The provider's own responses are unchanged.
    expect(await (await browser.submit('/oidc/token', { grant_type: 'none' })).json()).toHaveProperty(
      'error',
    );
  });
});

describe('the security log', () => {
  it('records failures, sign-ins and new devices with ids only', async () => {
    const person = await createPerson(app);
    const browser = new CookieBrowser(app.address);
    await submitSignIn(browser, await startSignIn(browser), {
      email: person.email,
      password: 'not the password',
    });
    await signIn(browser, person);
    await signIn(browser, person);
    await browser.fetch('/api/session/', { method: 'DELETE' });
    const events = await app.database.query(
      `SELECT kind, actor_pk AS actor FROM security_events WHERE subject_pk = $1 ORDER BY pk`,
      [person.pk],
    );
    expect(events).toEqual([
      { kind: 'sign_in_failed', actor: null },
      { kind: 'sign_in', actor: person.pk },
      { kind: 'new_device', actor: person.pk },
      { kind: 'sign_in', actor: person.pk },
      { kind: 'sign_out', actor: person.pk },
    ]);
  });
});

describe('failed sign-ins', () => {
  async function attempt(target: TestApp, email: string, password: string) {
    const browser = new CookieBrowser(target.address);
    const started = await startSignIn(browser);
    // CPU time, because elapsed time depends on the load of the machine.
    const before = process.cpuUsage();
    const result = await submitSignIn(browser, started, { email, password });
    const { user, system } = process.cpuUsage(before);
    const work = user + system;
    return result.code === null
      ? { status: result.response.status, text: await result.response.text(), work }
      : { status: 200, text: '', work };
  }

  /** Ends the pauses between attempts, but not the 15 minutes. */
  const skipPauses = () =>
    app.database.query(
      `UPDATE sign_in_failures SET blocked_until = now() - interval '1 second' WHERE blocked_until < expires_at`,
    );

  it('pause longer each time, and are at most ten in fifteen minutes, over two processes', async () => {
    const person = await createPerson(app);
    const second = await startTestApp({ realSignIn: true, env, database: app.database });
    const statuses: number[] = [];
    const refusals: string[] = [];
    for (let count = 0; count < 10; count++) {
      statuses.push((await attempt(count % 2 === 0 ? app : second, person.email, 'wrong')).status);
      if (count >= 4) {
        const { text } = await attempt(count % 2 === 0 ? second : app, person.email, person.password);
        refusals.push(/Wait \d+ \w+ and try again/.exec(text)?.[0] ?? text);
      }
      await skipPauses();
    }
    expect(statuses).toEqual(Array(10).fill(401));
    expect(refusals).toHaveLength(6);
    expect(refusals[0]).toBe('Wait 1 second and try again');
    expect(refusals.every((text) => text.startsWith('Wait '))).toBe(true);
    expect((await attempt(app, person.email, person.password)).status).toBe(429);
    expect((await attempt(second, person.email.toUpperCase(), person.password)).status).toBe(429);
    expect((await attempt(second, (await createPerson(app)).email, 'wrong')).status).toBe(401);
    await app.database.query('UPDATE sign_in_failures SET expires_at = now()');
    expect((await attempt(app, person.email, person.password)).status).toBe(200);
    await second.app.server.close();
  });

  it('are at most ten, however many come at once', async () => {
    const limits = createSignInLimits(app.database);
    const one = { email: 'many@gopath.example', ip: '192.0.2.77', knownDevice: undefined };
    for (let count = 0; count < 9; count++) {
      expect(await limits.begin(one)).toBe(0);
      await skipPauses();
    }
    const pauses = await Promise.all(Array.from({ length: 20 }, () => limits.begin(one)));
    expect(pauses.filter((seconds) => seconds === 0)).toHaveLength(1);
  });

  it('look the same for known and unknown accounts, and take the same work', async () => {
    const known = await createPerson(app);
    const least = (values: number[]) => Math.min(...values);
    const work = { known: [] as number[], unknown: [] as number[] };
    for (let count = 0; count < 8; count++) {
      await skipPauses();
      const a = await attempt(app, known.email, `wrong ${count}`);
      const b = await attempt(app, `nobody${count}@gopath.example`, `wrong ${count}`);
      const strip = (text: string) => text.replaceAll(/interaction\/[\w-]+|value="[^"]*"/g, '');
      expect(strip(a.text)).toBe(strip(b.text));
      expect(a.status).toBe(b.status);
      work.known.push(a.work);
      work.unknown.push(b.work);
    }
    const ratio = least(work.known) / least(work.unknown);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});
