import { describe, expect, it, vi } from 'vitest';
import { createInvitation } from '#tests/factories/invitations.ts';
import type { Problem } from '#server/http/errors.ts';
import { DEFAULT_TIME_ZONE } from '#shared/kernel/time-zone-schema.ts';
import { createUser } from '#tests/factories/users.ts';
import { AUDIENCE } from '#tests/helpers/doubles/external-issuer.ts';
import {
  app,
  createUnlinkedMentor,
  external,
  me,
  refresh,
  signedInAs,
  signInAs,
  startExternalIdentityTests,
} from '#tests/helpers/scenes/external-identity-scene.ts';
import { tokenOf } from '#tests/helpers/scenes/identity-scene.ts';
import { CookieBrowser } from '#tests/helpers/server/sign-in.ts';
import { startTestApp } from '#tests/helpers/server/test-app.ts';

startExternalIdentityTests();

describe('an external identity provider', () => {
  it('links the person with the verified address permanently', async () => {
    const user = await createUnlinkedMentor();
    external.people.set('them|1', { email: user.email.toUpperCase(), email_verified: true });
    const browser = new CookieBrowser(app.address);
    const response = await signInAs('them|1', browser);
    expect(response.status).toBe(200);
    const token = await tokenOf(response);
    expect(await (await me(browser, token)).json()).toMatchObject({ pk: user.pk, role: 'mentor' });
    external.people.set('them|1', { email: 'moved@gopath.example', email_verified: true });
    expect((await signInAs('them|1', new CookieBrowser(app.address))).status).toBe(200);
    expect((await refresh(browser)).status).toBe(200);
  });

  it('sets the time zone once, from the browser of the first sign-in', async () => {
    const user = await createUnlinkedMentor();
    external.people.set('them|zone', { email: user.email, email_verified: true });
    const browser = new CookieBrowser(app.address);
    const signInFrom = async (timeZone: string | undefined) => {
      const response = await signInAs('them|zone', browser, { timeZone });
      expect(response.status).toBe(200);
      const token = await tokenOf(response);
      return ((await (await me(browser, token)).json()) as { time_zone: string }).time_zone;
    };
    for (const unknown of [undefined, 'Mars/Olympus']) {
      expect(await signInFrom(unknown)).toBe(DEFAULT_TIME_ZONE);
    }
    expect(await signInFrom('Europe/Paris')).toBe('Europe/Paris');
    expect(await signInFrom('Asia/Tokyo')).toBe('Europe/Paris');
    const person = await createUnlinkedMentor();
    external.people.set('them|chose', { email: person.email, email_verified: true });
    const token = await tokenOf(await signInAs('them|chose', browser));
    const saved = await browser.fetch('/api/me/profile/', {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: 'Ada', last_name: 'Novak', time_zone: 'America/Denver' }),
    });
    expect(saved.status).toBe(200);
    await signInAs('them|chose', browser, { timeZone: 'Europe/Paris' });
    expect(await (await me(browser, token)).json()).toMatchObject({ time_zone: 'America/Denver' });
  });

  // covers: AUTH-037
  it('refuses people who are unknown or have no verified address, and says why', async () => {
    const user = await createUnlinkedMentor();
    external.people.set('stranger', { email: 'stranger@gopath.example', email_verified: true });
    external.people.set('unproven', { email: user.email, email_verified: false });
    for (const subject of ['stranger', 'unproven']) {
      const browser = new CookieBrowser(app.address);
      const response = await signInAs(subject, browser);
      const token = await tokenOf(response);
      const answer = await me(browser, token);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ detail: 'There is no account for this sign-in.' });
    }
  });

  it('keeps a linked person when someone else has the same address', async () => {
    const user = await createUnlinkedMentor();
    external.people.set('first', { email: user.email, email_verified: true });
    external.people.set('second', { email: user.email, email_verified: true });
    await signInAs('first', new CookieBrowser(app.address));
    const browser = new CookieBrowser(app.address);
    const token = await tokenOf(await signInAs('second', browser));
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
      const response = await signInAs(subject, browser, { invitation: { token, ...details } });
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
    const accessToken = await tokenOf(await signInAs('invited', browser));
    expect(await (await me(browser, accessToken)).json()).toMatchObject({ role: 'student', email });
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
    const user = await createUnlinkedMentor();
    external.people.set('leaver', { email: user.email, email_verified: true });
    const browser = new CookieBrowser(app.address);
    const token = await tokenOf(await signInAs('leaver', browser));
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
