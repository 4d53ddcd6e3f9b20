import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createInvitation } from '#tests/factories/invitations.ts';
import type { Problem } from '#server/http/errors.ts';
import { addMonths } from '#shared/memberships/billing.ts';
import type { AccessToken } from '#shared/session/responses.ts';
import { createUser } from '#tests/factories/users.ts';
import { AUDIENCE, startExternalIssuer } from '#tests/helpers/doubles/external-issuer.ts';
import { CookieBrowser, startSignIn } from '#tests/helpers/server/sign-in.ts';
import { StripeDouble } from '#tests/helpers/doubles/stripe-double.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let external: Awaited<ReturnType<typeof startExternalIssuer>>;
let stripe: StripeDouble;
let app: TestApp;

beforeAll(async () => {
  external = await startExternalIssuer();
  stripe = await new StripeDouble().start();
  app = await startTestApp({
    realSignIn: true,
    env: {
      ...stripe.env,
      OIDC_ISSUER: external.issuer,
      OIDC_AUDIENCE: AUDIENCE,
      OIDC_CONTINUE_URL: `${external.issuer}/continue`,
      OIDC_WEB_CLIENT_ID: 'their-gopath',
      OIDC_WEB_CLIENT_SECRET: 'a secret of theirs',
    },
  });
});
afterAll(async () => {
  await app.close();
  await external.stop();
  await stripe.stop();
});
afterEach(() => {
  external.people.clear();
  Object.assign(external.settings, { audience: AUDIENCE, sendsRefreshTokens: true, sendsSessionIds: false });
});

/** Follows the provider's redirects like a browser and signs in as this person. */
async function signInAs(
  subject: string,
  browser: CookieBrowser,
  invitation?: { token: string; birthday?: string; consent: boolean },
  signUp?: string,
): Promise<Response> {
  const elsewhere = new CookieBrowser(external.issuer, external.issuer);
  const config = (await (await browser.fetch('/api/session/config/')).json()) as {
    authorization_endpoint: string;
  };
  expect(config.authorization_endpoint.startsWith(external.issuer)).toBe(true);
  // All requests but the configuration go to the other provider.
  const started = await startSignIn({
    fetch: (path: string) => (path.startsWith('/api/') ? browser : elsewhere).fetch(path),
  } as CookieBrowser);
  let location = `${started.form}?as=${subject}`;
  let code: string | null = null;
  for (let hops = 0; hops < 5 && code === null; hops++) {
    const response = await elsewhere.fetch(location);
    location = response.headers.get('location') ?? '';
    code = URL.canParse(location) ? new URL(location).searchParams.get('code') : null;
  }
  return browser.postJson('/api/session/', {
    code,
    code_verifier: started.verifier,
    redirect_uri: started.redirectUri,
    invitation,
    sign_up: signUp,
  });
}

async function waitingPerson() {
  const user = await createUser(app.database, { role: 'mentor' });
  await app.database.query('UPDATE users SET issuer = NULL, subject = NULL WHERE pk = $1', [user.pk]);
  return user;
}

/** Signs in a new person of the provider. @returns their browser */
async function signedInAs(subject: string): Promise<CookieBrowser> {
  const { email } = await waitingPerson();
  external.people.set(subject, { email, email_verified: true });
  const browser = new CookieBrowser(app.address);
  expect((await signInAs(subject, browser)).status).toBe(200);
  return browser;
}

function refresh(browser: CookieBrowser) {
  return browser.fetch('/api/session/refresh/', { method: 'POST' });
}

function me(browser: CookieBrowser, token: string) {
  return browser.fetch('/api/me/', { headers: { authorization: `Bearer ${token}` } });
}

describe('an external identity provider', () => {
  it('links the person with the verified address permanently', async () => {
    const user = await waitingPerson();
    external.people.set('them|1', { email: user.email.toUpperCase(), email_verified: true });
    const browser = new CookieBrowser(app.address);
    const response = await signInAs('them|1', browser);
    expect(response.status).toBe(200);
    const { access_token: token } = (await response.json()) as { access_token: string };
    expect(await (await me(browser, token)).json()).toMatchObject({ pk: user.pk, role: 'mentor' });
    external.people.set('them|1', { email: 'moved@gopath.example', email_verified: true });
    expect((await signInAs('them|1', new CookieBrowser(app.address))).status).toBe(200);
    expect((await refresh(browser)).status).toBe(200);
  });

  // covers: AUTH-037
  it('refuses people who are unknown or have no verified address, and says why', async () => {
    const user = await waitingPerson();
    external.people.set('stranger', { email: 'stranger@gopath.example', email_verified: true });
    external.people.set('unproven', { email: user.email, email_verified: false });
    for (const subject of ['stranger', 'unproven']) {
      const browser = new CookieBrowser(app.address);
      const response = await signInAs(subject, browser);
      const { access_token: token } = (await response.json()) as { access_token: string };
      const answer = await me(browser, token);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ detail: 'There is no account for this sign-in.' });
    }
  });

  it('keeps a linked person when someone else has the same address', async () => {
    const user = await waitingPerson();
    external.people.set('first', { email: user.email, email_verified: true });
    external.people.set('second', { email: user.email, email_verified: true });
    await signInAs('first', new CookieBrowser(app.address));
    const browser = new CookieBrowser(app.address);
    const { access_token: token } = (await (await signInAs('second', browser)).json()) as {
      access_token: string;
    };
    expect((await me(browser, token)).status).toBe(401);
  });

  // covers: AUTH-014
  it('lets an invited person in by the verified address, and a student only at 13 or older', async () => {
    const mentor = await createUser(app.database, { role: 'mentor', permissions: ['users.add_student'] });
    const { token, email } = await createInvitation(app.database, mentor, { role: 'student' });
    const look = await new CookieBrowser(app.address).fetch(`/api/invitations/${token}/`);
    expect(await look.json()).toMatchObject({ email, way: 'sign_in', is_new: true });
    external.people.set('other', { email: 'other@gopath.example', email_verified: true });
    external.people.set('unproven', { email, email_verified: false });
    external.people.set('invited', { email, email_verified: true });
    const old = { birthday: '2009-05-01', consent: true };
    const young = { birthday: `${new Date().getUTCFullYear() - 12}-01-01`, consent: true };
    const tries = [
      ['other', old, false],
      ['unproven', old, false],
      ['invited', young, false],
      ['invited', { consent: true }, false],
      ['invited', { ...old, consent: false }, false],
      ['invited', old, true],
      // Again, as if the response had been lost.
      ['invited', old, true],
      ['other', old, false],
    ] as const;
    for (const [subject, details, isAccepted] of tries) {
      const browser = new CookieBrowser(app.address);
      const response = await signInAs(subject, browser, { token, ...details });
      expect(response.status).toBe(200);
      const answer = (await response.json()) as { invitation_accepted: boolean };
      expect(answer.invitation_accepted, `${subject} ${JSON.stringify(details)}`).toBe(isAccepted);
    }
    const [stored] = await app.database.query(
      'SELECT birthday::text, consented_at IS NOT NULL AS consent FROM users WHERE email = $1',
      [email],
    );
    expect(stored).toEqual({ birthday: '2009-05-01', consent: true });
    const browser = new CookieBrowser(app.address);
    const { access_token: accessToken } = (await (await signInAs('invited', browser)).json()) as {
      access_token: string;
    };
    expect(await (await me(browser, accessToken)).json()).toMatchObject({ role: 'student', email });
  });

  describe('a sign-up that continues here', () => {
    const thisYear = new Date().getFullYear();
    const answers = (email: string, session: string) => ({
      email,
      session_id: session,
      first_name: 'Noor',
      last_name: 'Haddad',
      year: 'SO',
      graduation_year: thisYear + 3,
      birthday: '2009-05-01',
      consent: true,
    });
    const post = (body: object) => app.anonymous.rest('POST', '/api/create_stripe_checkout_session/', body);
    const waiting = async () =>
      (await app.database.query('SELECT pk FROM continued_sign_ups WHERE answers IS NOT NULL')).length;
    let count = 0;
    const newcomer = () => {
      count += 1;
      return { email: `noor${count}@gopath.example`, session: `auth-session-of-newcomer-${count}` };
    };

    // covers: AUTH-020 AUTH-030
    it('creates the student at the first sign-in with the verified address', async () => {
      const { email, session } = newcomer();
      const look = await app.anonymous.rest('GET', `/api/sign_up/?session_id=${session}`);
      expect(look.body).toMatchObject({ state: 'open', asks_age: true });
      const { status, body } = await post(answers(email, session));
      expect([status, body.continue_url]).toEqual([200, `${external.issuer}/continue`]);
      expect((await post(answers(email, session))).status).toBe(409);
      external.people.set('thief', { email: 'thief@gopath.example', email_verified: true });
      external.people.set('unproven', { email, email_verified: false });
      external.people.set('new', { email, email_verified: true });
      const signInTo = async (subject: string, signUp?: string) => {
        const browser = new CookieBrowser(app.address);
        const answer = await signInAs(subject, browser, undefined, signUp);
        const { access_token: token } = (await answer.json()) as { access_token: string };
        return (await me(browser, token)).json();
      };
      for (const [subject, signUp] of [['thief', session], ['unproven', session], ['new']] as const) {
        expect(await signInTo(subject, signUp)).toMatchObject({ code: 'UNAUTHENTICATED' });
      }
      for (let times = 0; times < 2; times++) {
        expect(await signInTo('new', session)).toMatchObject({ role: 'student', first_name: 'Noor', email });
      }
      const [stored] = await app.database.query(
        `SELECT birthday::text, consent_version IS NOT NULL AS version, consented_at IS NOT NULL AS consent, year
        FROM users JOIN roadmaps ON student_pk = users.pk WHERE email = $1`,
        [email],
      );
      expect(stored).toEqual({ birthday: '2009-05-01', version: true, consent: true, year: 'SO' });
      expect(await waiting()).toBe(0);
    });

    // covers: AUTH-020 AUTH-031
    it('starts free, and the student pays after the first sign-in', async () => {
      const { email, session } = newcomer();
      const { body } = await post({ ...answers(email, session), membership_length: 'yearly' });
      expect(body).toMatchObject({ status: 200, checkout_url: null });
      external.people.set('payer', { email, email_verified: true });
      const browser = new CookieBrowser(app.address);
      const answer = await signInAs('payer', browser, undefined, session);
      const { access_token: token } = (await answer.json()) as { access_token: string };
      const person = async () => (await me(browser, token)).json() as Promise<{ pk: number }>;
      const { pk } = await person();
      expect(await person()).toMatchObject({
        unfinished_sign_up: false,
        current_simplybook_membership: { plan: 'free' },
      });
      const checkout = await browser.fetch(`/api/memberships/${pk}/checkout/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ membership_length: 'yearly' }),
      });
      expect(await checkout.json()).toEqual({ url: expect.stringContaining('/pay/cs_') });
      const paid = [...stripe.checkouts.values()].at(-1)!;
      const now = new Date();
      for (const event of stripe.pay(paid.id, now, addMonths(now, 12)).events) {
        expect(await stripe.deliver(app.address, event)).toBe(200);
      }
      expect(await person()).toMatchObject({
        meetings_remaining: -1,
        current_simplybook_membership: { plan: 'yearly', state: 'active' },
      });
    });

    it('stores nothing about a child under 13, or without birthday or consent', async () => {
      const { email, session } = newcomer();
      const young = await post({ ...answers(email, session), birthday: `${thisYear - 12}-12-31` });
      expect([young.status, young.body.detail]).toEqual([
        403,
        'GoPath is for students 13 and older. We saved nothing about you. A parent may contact us.',
      ]);
      for (const field of ['birthday', 'consent']) {
        const { status, body } = await post({ ...answers(email, session), [field]: undefined });
        expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
      }
      expect(await waiting()).toBe(0);
    });

    it('responds the same for an address that has an account, and changes nothing', async () => {
      const user = await waitingPerson();
      const [known, unknown] = [newcomer(), newcomer()];
      const responses = [
        await post(answers(user.email, known.session)),
        await post(answers(unknown.email, unknown.session)),
      ];
      expect(responses[0]?.body).toEqual(responses[1]?.body);
      external.people.set('known', { email: user.email, email_verified: true });
      const browser = new CookieBrowser(app.address);
      const answer = await signInAs('known', browser, undefined, known.session);
      const { access_token: token } = (await answer.json()) as { access_token: string };
      expect(await (await me(browser, token)).json()).toMatchObject({ pk: user.pk, role: 'mentor' });
    });

    it('is stored at most 60 times in 15 minutes for one IP address', async () => {
      const counters = `rate_limits WHERE key LIKE 'sign-up-continued:%'`;
      const answer = ({ email, session } = newcomer()) => post(answers(email, session));
      await app.database.query(`DELETE FROM ${counters}`);
      expect((await answer()).status).toBe(200);
      await app.database.query(
        `UPDATE rate_limits SET points = points + 59 WHERE key LIKE 'sign-up-continued:%'`,
      );
      expect((await answer()).status).toBe(429);
      await app.database.query(`DELETE FROM ${counters}`);
    });
  });

  it('signs nobody out when it cannot be reached', async () => {
    const browser = await signedInAs('patient');
    await external.stop();
    expect((await refresh(browser)).status).toBe(503);
    expect(browser.cookie('__Host-gopath_session')).toBeDefined();
    await external.start();
    expect((await refresh(browser)).status).toBe(200);
  });

  it('ends the session here and at the provider', async () => {
    const user = await waitingPerson();
    external.people.set('leaver', { email: user.email, email_verified: true });
    const browser = new CookieBrowser(app.address);
    const { access_token: token } = (await (await signInAs('leaver', browser)).json()) as {
      access_token: string;
    };
    await browser.fetch('/api/session/', {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    expect((await me(browser, token)).status).toBe(401);
    expect((await refresh(browser)).status).toBe(204);
  });

  it.each([
    {
      when: 'they signed out',
      subject: 'returning',
      end: (browser: CookieBrowser) => browser.fetch('/api/session/', { method: 'DELETE' }),
    },
    {
      when: 'they were disabled and enabled',
      subject: 'enabled',
      end: async () => {
        for (const disabledAt of [new Date(), null]) {
          await app.database.query(`UPDATE users SET disabled_at = $1 WHERE subject = 'enabled'`, [
            disabledAt,
          ]);
        }
      },
    },
  ])(
    'lets people in again after $when, also with the session id of the earlier sign-in',
    async ({ subject, end }) => {
      external.settings.sendsSessionIds = true;
      const browser = await signedInAs(subject);
      const tokenOf = async (response: Response) => ((await response.json()) as AccessToken).access_token;
      const statuses = async (token: string) => {
        const alerts = await browser.fetch('/api/alerts/', { headers: { authorization: `Bearer ${token}` } });
        return [(await me(browser, token)).status, alerts.status];
      };
      const old = [await tokenOf(await refresh(browser)), await tokenOf(await refresh(browser))];
      for (const token of old) expect(await statuses(token)).toEqual([200, 200]);
      await end(browser);
      vi.useFakeTimers({ now: Date.now() + 2000, toFake: ['Date'] });
      try {
        const token = await tokenOf(await signInAs(subject, browser));
        expect(await statuses(token)).toEqual([200, 200]);
        for (const ended of old) expect(await statuses(ended)).toEqual([401, 401]);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it('ends the session when the person no longer has an account there', async () => {
    const browser = await signedInAs('former');
    external.people.delete('former');
    const refused = await refresh(browser);
    expect([refused.status, ((await refused.json()) as Problem).detail]).toEqual([
      401,
      'Your session has ended. Sign in to continue.',
    ]);
    expect(browser.cookie('__Host-gopath_session')).toBeUndefined();
    expect(await app.database.query("SELECT FROM web_sessions WHERE subject = 'former'")).toEqual([]);
  });

  it('signs in without a session when it issues no refresh token', async () => {
    external.settings.sendsRefreshTokens = false;
    const browser = await signedInAs('brief');
    expect(browser.cookie('__Host-gopath_session')).toBeUndefined();
    expect((await refresh(browser)).status).toBe(204);
  });

  it('renews again and again with one refresh token when a renewal returns no new one', async () => {
    const browser = await signedInAs('steady');
    external.settings.sendsRefreshTokens = false;
    for (let times = 0; times < 3; times++) expect((await refresh(browser)).status).toBe(200);
  });

  it('cannot sign anyone in or renew with a token for another server', async () => {
    const browser = await signedInAs('elsewhere');
    external.settings.audience = 'https://other.example';
    expect((await refresh(browser)).status).toBe(401);
    expect(browser.cookie('__Host-gopath_session')).toBeUndefined();
    const again = await signInAs('elsewhere', browser);
    expect([again.status, ((await again.json()) as Problem).detail]).toEqual([
      401,
      'This sign-in has expired. Sign in again.',
    ]);
    expect(browser.cookie('__Host-gopath_session')).toBeUndefined();
  });

  it('may be down when the server starts', async () => {
    const late = await startTestApp({
      realSignIn: true,
      database: app.database,
      env: { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_AUDIENCE: AUDIENCE },
    });
    const browser = new CookieBrowser(late.address);
    expect((await browser.fetch('/api/session/config/')).status).toBe(503);
    expect((await me(browser, 'token')).status).toBe(503);
    await late.app.server.close();
  });
});
