import { describe, expect, it } from 'vitest';
import { addMonths } from '#shared/memberships/billing.ts';
import {
  app,
  createUnlinkedMentor,
  external,
  me,
  signInAs,
  startExternalIdentityTests,
  stripe,
} from '#tests/helpers/scenes/external-identity-scene.ts';
import { tokenOf } from '#tests/helpers/scenes/identity-scene.ts';
import { CookieBrowser } from '#tests/helpers/server/sign-in.ts';

startExternalIdentityTests();

describe('a sign-up that an external identity provider continues', () => {
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
      const token = await tokenOf(await signInAs(subject, browser, { signUp }));
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
    const token = await tokenOf(await signInAs('payer', browser, { signUp: session }));
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
    const user = await createUnlinkedMentor();
    const [known, unknown] = [newcomer(), newcomer()];
    const responses = [
      await post(answers(user.email, known.session)),
      await post(answers(unknown.email, unknown.session)),
    ];
    expect(responses[0]?.body).toEqual(responses[1]?.body);
    external.people.set('known', { email: user.email, email_verified: true });
    const browser = new CookieBrowser(app.address);
    const token = await tokenOf(await signInAs('known', browser, { signUp: known.session }));
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
