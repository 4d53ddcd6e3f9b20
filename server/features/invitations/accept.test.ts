/** Accepting at the embedded identity provider: the form creates an account for the invited email address. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GlobalPermission, Role } from '#shared/kernel/roles.ts';
import { hashOf } from '#server/lib/hash.ts';
import { createInvitation, type TestInvitation } from '#tests/factories/invitations.ts';
import { createPerson } from '#tests/factories/people.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { CookieBrowser, signIn, type StartedSignIn, startSignIn } from '#tests/helpers/server/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
let mentor: TestUser;
const PERMISSIONS: GlobalPermission[] = ['users.add_student', 'users.add_parent', 'users.add_mentor'];
beforeAll(async () => {
  app = await startTestApp({ realSignIn: true });
  mentor = await createUser(app.database, { role: 'mentor', permissions: PERMISSIONS });
});
afterAll(() => app.close());
beforeEach(() => app.database.query('DELETE FROM rate_limits'));

const PASSWORD = 'violet tractor hums softly';
const FORM = { first_name: 'Ada', last_name: 'Novak', password: PASSWORD, consent: 'on' };
const BIRTHDAY = { birthday: '2009-05-01' };
const invitation = (role: Role = 'parent', email?: string) =>
  createInvitation(app.database, mentor, { role, ...(email === undefined ? {} : { email }) });

/** Opens the form of the accept page, in a separate browser. */
async function open({ token }: Pick<TestInvitation, 'token'>) {
  const browser = new CookieBrowser(app.address);
  const started = await startSignIn(browser, { screen_hint: 'invitation', invitation: token });
  const redirect = await browser.fetch(started.form);
  const form = redirect.headers.get('location') ?? '';
  return { browser, started, form, page: await browser.fetch(form) };
}

/** Signs up with an email address, without opening the emailed link. */
async function startSignUp(email: string) {
  const browser = new CookieBrowser(app.address);
  const { form } = await startSignIn(browser, { screen_hint: 'sign_up' });
  const response = await browser.submit(`${form}sign_up/`, { first_name: 'Some', last_name: 'Body', email });
  expect(response.status).toBe(200);
}

/** Follows the form's redirects to the web app's session. @returns its status, or the form's */
async function finish(
  { browser, started }: { browser: CookieBrowser; started: StartedSignIn },
  { token }: TestInvitation,
  answer: Response,
) {
  let response = answer;
  for (let hops = 0; hops < 5 && response.status === 303; hops++) {
    const location = response.headers.get('location') ?? '';
    const code = URL.canParse(location) ? new URL(location).searchParams.get('code') : null;
    if (code === null) {
      response = await browser.fetch(location);
      continue;
    }
    return browser.postJson('/api/session/', {
      code,
      code_verifier: started.verifier,
      redirect_uri: started.redirectUri,
      invitation: { token, consent: false },
    });
  }
  return response;
}

const people = (email: string) =>
  app.database.query<{ pk: number; role: Role; fullName: string; accounts: number }>(
    `SELECT pk, role, full_name AS "fullName",
      (SELECT count(*)::int FROM accounts WHERE lower(email) = lower($1)) AS accounts
    FROM users WHERE lower(email) = lower($1)`,
    [email],
  );

// covers: AUTH-014
it('creates the account, the person and the relation, and signs in', async () => {
  const invited = await invitation('student');
  const { browser, started, form, page } = await open(invited);
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text).toContain(invited.email);
  expect(text).not.toContain(invited.token);
  const response = await finish(
    { browser, started },
    invited,
    await browser.submit(form, { ...FORM, ...BIRTHDAY }),
  );
  expect(response.status).toBe(200);
  const { access_token: token, ...rest } = (await response.json()) as { access_token: string };
  expect(rest).toMatchObject({ invitation_accepted: true });
  const me = await fetch(`${app.address}/api/me/`, { headers: { authorization: `Bearer ${token}` } });
  expect(await me.json()).toMatchObject({ role: 'student', full_name: 'Ada Novak', email: invited.email });
  const [person] = await people(invited.email);
  const relations = await app.database.query(
    'SELECT user_pk AS "user", kind FROM relations WHERE student_pk = $1',
    [person?.pk],
  );
  expect(relations).toEqual([{ user: mentor.pk, kind: 'mentor' }]);
  expect(
    await app.database.query("SELECT actor_pk AS actor FROM security_events WHERE kind = 'relation_added'"),
  ).toContainEqual({ actor: person?.pk });
  expect(
    (await signIn(new CookieBrowser(app.address), { email: invited.email, password: PASSWORD })).status,
  ).toBe(200);
});

it('stores only the hash of the link while its page is open', async () => {
  const invited = await invitation();
  const { browser, form } = await open(invited);
  expect((await browser.submit(form, { ...FORM, password: 'short' })).status).toBe(422);
  const stored = await app.database.query<{ text: string }>(
    `SELECT payload::text AS text FROM oidc_payloads WHERE kind = 'Interaction'`,
  );
  expect(stored.filter(({ text }) => text.includes(hashOf(invited.token)))).toHaveLength(1);
  expect(stored.filter(({ text }) => text.includes(invited.token))).toEqual([]);
  expect((await open({ token: hashOf(invited.token) })).page.status, 'the hash is no link').toBe(404);
  expect((await browser.fetch(form)).status, 'reloading the page').toBe(200);
  expect((await browser.submit(form, FORM)).status).toBe(303);
});

it('creates one account from fifty parallel forms, and signs the same person in with each', async () => {
  const invited = await invitation();
  const { browser, started, form } = await open(invited);
  const answers = await Promise.all(Array.from({ length: 50 }, () => browser.submit(form, FORM)));
  expect(answers.every(({ status }) => [303, 404, 429].includes(status))).toBe(true);
  expect(answers.filter(({ status }) => status === 303).length).toBeGreaterThan(0);
  expect(await people(invited.email)).toMatchObject([{ role: 'parent', accounts: 1 }]);

  await app.database.query('DELETE FROM rate_limits');
  // The second press of a double click, whose first response was lost.
  expect((await browser.submit(form, { ...FORM, password: 'another password' })).status).toBe(404);
  const again = await browser.submit(form, FORM);
  expect((await finish({ browser, started }, invited, again)).status).toBe(200);
});

it('asks for what is missing, and a student for the date of birth', async () => {
  const invited = await invitation('student');
  const { browser, form } = await open(invited);
  for (const change of [
    { first_name: ' ' },
    { last_name: 'a\u0000b' },
    { last_name: 'x'.repeat(101) },
    { password: 'short' },
    { password: '1234567890' },
    { consent: 'off' },
    { birthday: '' },
    { birthday: 'yesterday' },
  ]) {
    const answer = await browser.submit(form, { ...FORM, ...BIRTHDAY, ...change });
    expect(answer.status, JSON.stringify(change)).toBe(422);
  }
  const answer = await browser.submit(form, FORM);
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain('Enter your date of birth.');
  expect(await people(invited.email)).toEqual([]);
});

it('deletes everything about a child under 13', async () => {
  const child = await invitation('student');
  const otherInviter = await createUser(app.database, { role: 'mentor', permissions: PERMISSIONS });
  await createInvitation(app.database, otherInviter, { role: 'student', email: child.email.toUpperCase() });
  await startSignUp(child.email);
  const { browser, form } = await open(child);
  const birthday = `${new Date().getUTCFullYear() - 12}-01-01`;
  const refused = await browser.submit(form, { ...FORM, birthday });
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain('A parent may contact us.');
  expect(await people(child.email)).toEqual([]);
  for (const [table, column] of [
    ['accounts', 'email'],
    ['sign_ups', 'email'],
    ['invitations', 'email'],
    ['mails', '"to"'],
  ] as const) {
    const rows = await app.database.query(`SELECT FROM ${table} WHERE lower(${column}) = $1`, [child.email]);
    expect(rows, table).toEqual([]);
  }
  expect((await browser.submit(form, { ...FORM, ...BIRTHDAY })).status).toBe(404);
});

it('requests the deletion of a student under 13 who was added without a sign-in', async () => {
  const child = await invitation('student');
  const [person] = await app.database.query<{ pk: number }>(
    `INSERT INTO users (role, first_name, last_name, email) VALUES ('student', 'Ada', 'Novak', $1) RETURNING pk`,
    [child.email.toUpperCase()],
  );
  const parent = await createUser(app.database, { role: 'parent' });
  await app.database.query(`INSERT INTO relations (student_pk, user_pk, kind) VALUES ($1, $2, 'parent')`, [
    person?.pk,
    parent.pk,
  ]);
  const { browser, form } = await open(child);
  const birthday = `${new Date().getUTCFullYear() - 12}-01-01`;
  expect((await browser.submit(form, { ...FORM, birthday })).status).toBe(403);
  const requests = await app.database.query(
    'SELECT requester_pk AS requester FROM deletion_requests WHERE user_pk = $1',
    [person?.pk],
  );
  expect(requests).toEqual([{ requester: person?.pk }]);
  const mails = await app.database.query<{ to: string }>(
    `SELECT "to" FROM mails WHERE key LIKE 'deletion:' || $1 || ':%'`,
    [String(person?.pk)],
  );
  expect(mails).toEqual([{ to: parent.email }]);
});

it('keeps the invitation of a parent whose child under 13 has the same address', async () => {
  const child = await invitation('student');
  const otherInviter = await createUser(app.database, { role: 'mentor', permissions: PERMISSIONS });
  const parent = await createInvitation(app.database, otherInviter, { email: child.email });
  const { browser, form } = await open(child);
  const birthday = `${new Date().getUTCFullYear() - 12}-01-01`;
  expect((await browser.submit(form, { ...FORM, birthday })).status).toBe(403);
  expect((await open(parent)).page.status).toBe(200);
});

it('stores the date of birth and consent of everyone else', async () => {
  const invited = await invitation('student');
  const { browser, form } = await open(invited);
  expect((await browser.submit(form, { ...FORM, ...BIRTHDAY })).status).toBe(303);
  const [stored] = await app.database.query(
    `SELECT birthday::text, consent_version IS NOT NULL AND consented_at IS NOT NULL AS consent
    FROM users WHERE email = $1`,
    [invited.email],
  );
  expect(stored).toEqual({ ...BIRTHDAY, consent: true });
});

it('gives the new person the time zone of the browser', async () => {
  const invited = await invitation();
  const { browser, form } = await open(invited);
  expect((await browser.submit(form, { ...FORM, time_zone: 'Europe/Paris' })).status).toBe(303);
  const zones = await app.database.query('SELECT time_zone FROM users WHERE email = $1', [invited.email]);
  expect(zones).toEqual([{ time_zone: 'Europe/Paris' }]);
});

it('refuses requests from another site', async () => {
  const { browser, form } = await open(await invitation());
  const answer = await browser.fetch(form, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
    body: new URLSearchParams(FORM),
  });
  expect(answer.status).toBe(403);
});

it('shows the same page for every link that does not work', async () => {
  const revoked = await invitation();
  const { browser, form } = await open(revoked);
  await app.database.query('UPDATE invitations SET revoked_at = now() WHERE email = $1', [revoked.email]);
  const answers = [await browser.submit(form, FORM)];
  for (const token of ['x'.repeat(43), 'x', 'a b', 'ü']) answers.push((await open({ token })).page);
  const used = await invitation();
  const { browser: owner, form: usedForm } = await open(used);
  expect((await owner.submit(usedForm, FORM)).status).toBe(303);
  answers.push((await open(used)).page);
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain('This invitation no longer works');
  expect(texts[0]).toContain('If you already accepted it, sign in.');
});

describe('an address that is already in use', () => {
  it('signs in instead of choosing a password, and keeps the old password', async () => {
    const known = await createPerson(app, { role: 'parent' });
    const { browser, form, page } = await open(await invitation('parent', known.email));
    expect(await page.text()).toContain('>Sign in</h1>');
    const answer = await browser.submit(form, FORM);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('This address has an account already.');
    expect((await signIn(new CookieBrowser(app.address), known)).status).toBe(200);
  });

  it('accepts by the sign-in that was begun for it, and not by another’s', async () => {
    const known = await createPerson(app, { role: 'parent' });
    const other = await createPerson(app, { role: 'parent' });
    const { token } = await invitation('parent', known.email.toUpperCase());
    for (const [{ email, password }, isAccepted] of [
      [other, false],
      [known, true],
      // Again, as if the response had been lost.
      [known, true],
      [other, false],
    ] as const) {
      const browser = new CookieBrowser(app.address);
      const started = await startSignIn(browser);
      let response = await browser.submit(started.form, { email, password });
      let code: string | null = null;
      for (let hops = 0; hops < 5 && code === null; hops++) {
        const location = response.headers.get('location') ?? '';
        code = URL.canParse(location) ? new URL(location).searchParams.get('code') : null;
        if (code === null) response = await browser.fetch(location);
      }
      const answer = await browser.postJson('/api/session/', {
        code,
        code_verifier: started.verifier,
        redirect_uri: started.redirectUri,
        invitation: { token, consent: false },
      });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ invitation_accepted: isAccepted });
    }
  });

  it('is the invited person’s, also when someone else has started to sign up with it', async () => {
    const invited = await invitation();
    await startSignUp(invited.email);
    const { browser, started, form } = await open(invited);
    expect((await finish({ browser, started }, invited, await browser.submit(form, FORM))).status).toBe(200);
    const pending = await app.database.query('SELECT FROM sign_ups WHERE email = $1', [invited.email]);
    expect(pending).toEqual([]);
  });

  it('refuses an invitation for another role', async () => {
    const waiting = await createUser(app.database, { role: 'mentor' });
    await app.database.query('UPDATE users SET issuer = NULL, subject = NULL WHERE pk = $1', [waiting.pk]);
    const { browser, form } = await open(await invitation('parent', waiting.email));
    const answer = await browser.submit(form, FORM);
    expect(answer.status).toBe(422);
    expect(await people(waiting.email)).toMatchObject([{ role: 'mentor', accounts: 0 }]);
  });
});
