import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TIME_ZONE } from '#shared/kernel/time-zone-schema.ts';
import { createInvitation } from '#tests/factories/invitations.ts';
import { createPerson } from '#tests/factories/people.ts';
import { createUser } from '#tests/factories/users.ts';
import { tablesWith } from '#tests/helpers/database/tables-with.ts';
import { CookieBrowser, signIn, startSignIn } from '#tests/helpers/server/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ realSignIn: true });
});
afterAll(() => app.close());

const PASSWORD = 'violet tractor hums softly';

let count = 0;
function newcomer() {
  count += 1;
  return { first_name: 'Ada', last_name: `New${count}`, email: `ada${count}@gopath.example` };
}

const details = { birthday: '2009-05-01', password: PASSWORD, consent: 'on' };

async function mailsTo(address: string) {
  const mails = await app.database.query<{ subject: string; text: string }>(
    'SELECT subject, text FROM mails WHERE "to" = $1 ORDER BY pk',
    [address],
  );
  return mails.map(({ subject, text }) => {
    const url = /https:\/\/\S+token=\S+/.exec(text)?.[0] ?? '';
    return { subject, path: url.replace('https://gopath.test', ''), token: url.split('token=')[1] ?? '' };
  });
}

async function lastMailTo(address: string) {
  const mails = await mailsTo(address);
  return mails.at(-1) ?? { subject: undefined, path: '', token: '' };
}

async function signUp(fields: Record<string, string>) {
  const browser = new CookieBrowser(app.address);
  const { form } = await startSignIn(browser, { screen_hint: 'sign_up' });
  return browser.submit(`${form}sign_up/`, fields);
}

function complete(fields: Record<string, string>) {
  return new CookieBrowser(app.address).submit('/oidc/verify_email/', fields);
}

const accountsOf = (email: string) =>
  app.database.query('SELECT FROM accounts WHERE lower(email) = lower($1)', [email]);

describe('signing up', () => {
  // covers: AUTH-001 AUTH-002 AUTH-023
  it('creates a student once a person has opened the link and chosen a password', async () => {
    const person = newcomer();
    const browser = new CookieBrowser(app.address);
    const { form } = await startSignIn(browser, { screen_hint: 'sign_up' });
    const shown = await browser.fetch(form);
    expect(shown.status).toBe(303);
    const page = await (await browser.fetch(shown.headers.get('location') ?? '')).text();
    expect(page).toContain('Only students should sign up directly. Parents must be invited by students.');
    expect(page).not.toContain('type="password"');
    expect((await browser.submit(`${form}sign_up/`, { ...person, role: 'parent' })).status).toBe(200);
    expect(await accountsOf(person.email)).toEqual([]);

    const { path, token } = await lastMailTo(person.email);
    // Mail scanners open links without side effects.
    for (let visits = 0; visits < 3; visits++) expect((await browser.fetch(path)).status).toBe(200);
    expect(await accountsOf(person.email)).toEqual([]);
    const { first_name, last_name, email } = person;
    expect((await complete({ token, first_name, last_name, ...details })).status).toBe(303);

    const answer = await (await signIn(browser, { email, password: PASSWORD })).json();
    const headers = { authorization: `Bearer ${(answer as { access_token: string }).access_token}` };
    const me = await browser.fetch('/api/me/', { headers });
    expect(await me.json()).toMatchObject({ role: 'student', first_name: 'Ada', email });
    const [stored] = await app.database.query(
      `SELECT birthday::text, consent_version IS NOT NULL AS consent, consented_at > now() - interval '1 minute' AS now
      FROM users WHERE email = $1`,
      [email],
    );
    expect(stored).toEqual({ birthday: '2009-05-01', consent: true, now: true });
    expect((await complete({ token, first_name, last_name, ...details })).status).toBe(404);
  });

  it('creates one student when the form is sent twice, and tells the second one to sign in', async () => {
    const person = newcomer();
    await signUp(person);
    const { token } = await lastMailTo(person.email);
    const { email, ...names } = person;
    const send = () => complete({ token, ...names, ...details });
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([303, 404, 404]);
    for (const answer of answers.filter(({ status }) => status === 404)) {
      expect(await answer.text()).toContain('If you chose a password with it, sign in.');
    }
    expect(await accountsOf(email)).toHaveLength(1);
  });

  it('responds the same for known, pre-provisioned and unknown addresses; only the email differs', async () => {
    const existing = await createPerson(app);
    const waiting = newcomer();
    await app.database.query(
      `INSERT INTO users (role, first_name, last_name, email) VALUES ('mentor', 'Known', 'Mentor', $1)`,
      [waiting.email],
    );
    const unknown = newcomer();
    // The page repeats the entered address.
    const strip = (text: string, email: string) =>
      text.replaceAll(/interaction\/[\w-]+/g, '').replace(email, '');
    const answers = [];
    for (const email of [existing.email.toUpperCase(), waiting.email, unknown.email]) {
      const answer = await signUp({ ...newcomer(), email });
      answers.push([answer.status, strip(await answer.text(), email)]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect((await lastMailTo(existing.email.toUpperCase())).subject).toBe(
      'You already have a GoPath account',
    );
    expect(await lastMailTo(waiting.email)).toMatchObject({
      subject: 'You need an invitation to GoPath',
      token: '',
    });
    expect((await lastMailTo(unknown.email)).subject).toBe('Finish signing up for GoPath');
    expect((await signIn(new CookieBrowser(app.address), existing)).status).toBe(200);
  });

  it('gives a new student the time zone of the browser, or the default when it is unknown', async () => {
    for (const [sent, stored] of [
      [{ time_zone: 'Asia/Tokyo' }, 'Asia/Tokyo'],
      [{ time_zone: 'Mars/Olympus' }, DEFAULT_TIME_ZONE],
      [{ time_zone: 'a\u0000b' }, DEFAULT_TIME_ZONE],
      [{}, DEFAULT_TIME_ZONE],
    ] as const) {
      const person = newcomer();
      await signUp(person);
      const { token } = await lastMailTo(person.email);
      const { first_name, last_name, email } = person;
      expect((await complete({ token, first_name, last_name, ...details, ...sent })).status).toBe(303);
      expect(
        await app.database.query('SELECT time_zone FROM users WHERE email = $1', [email]),
        JSON.stringify(sent),
      ).toEqual([{ time_zone: stored }]);
    }
  });

  it('never overwrites a pending sign-up: each link keeps its own names, and the first one used wins', async () => {
    const person = newcomer();
    await signUp(person);
    await signUp({ ...person, first_name: 'Eve' });
    const [first, second] = await mailsTo(person.email);
    const open = async (path = '') => (await new CookieBrowser(app.address).fetch(path)).text();
    expect(await open(first?.path)).toContain('value="Ada"');
    expect(await open(second?.path)).toContain('value="Eve"');
    const names = { first_name: 'Ada', last_name: 'Novak' };
    expect((await complete({ token: first?.token ?? '', ...names, ...details })).status).toBe(303);
    expect((await complete({ token: second?.token ?? '', ...names, ...details })).status).toBe(404);
  });

  it('stores nothing about a child under 13', async () => {
    const person = newcomer();
    await signUp(person);
    await signUp({ ...person, email: person.email.toUpperCase() });
    const mentor = await createUser(app.database, { role: 'mentor' });
    await createInvitation(app.database, mentor, { role: 'student', email: person.email });
    const { token, path } = await lastMailTo(person.email);
    const today = new Date();
    const birthday = `${today.getUTCFullYear() - 12}-01-01`;
    const { email: _email, ...names } = person;
    const answer = await complete({ token, ...names, ...details, birthday });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('A parent may contact us.');
    expect(await tablesWith(app.database, person.email)).toEqual([]);
    expect((await new CookieBrowser(app.address).fetch(path)).status).toBe(404);
  });

  it('requires a date of birth, consent and a strong password, and restores the typed text', async () => {
    const person = newcomer();
    await signUp(person);
    const { token } = await lastMailTo(person.email);
    const names = { first_name: 'Adelheid', last_name: 'Lovelace' };
    for (const [change, text] of [
      [{ birthday: '' }, 'Enter your date of birth.'],
      [{ birthday: '2009-02-30' }, 'Enter your date of birth.'],
      [{ birthday: '2999-01-01' }, 'Enter your date of birth.'],
      [{ consent: '' }, 'Agree to create an account.'],
      [{ first_name: 'visit evil.example' }, 'Leave out links and email addresses.'],
      [{ password: 'short' }, 'Use at least 10 characters.'],
      [{ password: 'x'.repeat(129) }, 'Use at most 128 characters.'],
      [{ password: '1234567890' }, 'too easy to guess'],
      [{ password: ' '.repeat(10) }, 'too easy to guess'],
      [{ password: 'Password123!' }, 'too easy to guess'],
      [{ password: 'AdelheidLovelace1' }, 'Leave your name and email address out'],
      [{ password: `${person.email}2026` }, 'Leave your name and email address out'],
    ] as const) {
      const answer = await complete({ token, ...names, ...details, ...change });
      expect(answer.status, JSON.stringify(change)).toBe(422);
      const page = await answer.text();
      expect(page).toContain(text);
      expect(page).not.toContain(PASSWORD);
    }
    const answer = await complete({ token, ...names, ...details, password: `${PASSWORD} `.repeat(4).trim() });
    expect(answer.status).toBe(303);
  });

  it('shows the error next to each field and restores the typed text', async () => {
    const response = await signUp({ first_name: '', last_name: 'Lovelace', email: 'nonsense' });
    expect(response.status).toBe(422);
    const page = await response.text();
    for (const text of ['Enter your first name.', 'Enter an email address', 'Lovelace']) {
      expect(page).toContain(text);
    }
  });

  it('refuses control and bidirectional characters, links and long names', async () => {
    const names = [
      'A\0da',
      'A\u0007',
      'x'.repeat(101),
      '\u202eadA',
      'A\u200fda',
      'www.evil',
      'http://a',
      'a@b.example',
    ];
    for (const name of names) {
      expect((await signUp({ ...newcomer(), first_name: name })).status, name).toBe(422);
    }
    const email = `${'x'.repeat(250)}@gopath.example`;
    expect((await signUp({ ...newcomer(), email })).status).toBe(422);
  });
});

describe('a forgotten password', () => {
  async function ask(email: string) {
    const response = await new CookieBrowser(app.address).submit('/oidc/forgot_password/', { email });
    await app.app.jobs.runDue();
    return response;
  }

  it('is replaced through a mailed link, which ends every session', async () => {
    const person = await createPerson(app);
    const browser = new CookieBrowser(app.address);
    const { access_token: token } = (await (await signIn(browser, person)).json()) as {
      access_token: string;
    };
    expect((await ask(person.email)).status).toBe(200);
    const link = await lastMailTo(person.email);
    expect((await browser.fetch(link.path)).status).toBe(200);
    const password = 'violet tractor hums loudly';
    expect(
      (await browser.submit('/oidc/reset_password/', { token: link.token, password: 'short' })).status,
    ).toBe(422);
    expect((await browser.submit('/oidc/reset_password/', { token: link.token, password })).status).toBe(200);

    const me = await browser.fetch('/api/me/', { headers: { authorization: `Bearer ${token}` } });
    expect(me.status).toBe(401);
    expect((await browser.fetch('/api/session/refresh/', { method: 'POST' })).status).toBe(401);
    expect((await signIn(browser, person)).status).toBe(401);
    expect((await signIn(browser, { email: person.email, password })).status).toBe(200);
    for (const used of [
      await browser.submit('/oidc/reset_password/', { token: link.token, password }),
      await browser.fetch(link.path),
    ]) {
      expect(used.status).toBe(400);
      expect(await used.text()).toContain('This link no longer works');
    }
    expect((await lastMailTo(person.email)).subject).toBe('Your GoPath password was changed');
  });

  it('ends like the first time when the form is sent twice, and only then', async () => {
    const person = await createPerson(app);
    await ask(person.email);
    const { path, token } = await lastMailTo(person.email);
    const browser = new CookieBrowser(app.address);
    const page = await (await browser.fetch(path)).text();
    const [, key = ''] = /name="page_key" value="([\w-]+)"/.exec(page) ?? [];
    const form = { token, page_key: key, password: 'violet tractor hums loudly' };
    const send = (fields: Record<string, string>) => browser.submit('/oidc/reset_password/', fields);
    for (const answer of [...(await Promise.all([send(form), send(form)])), await send(form)]) {
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('Your password is saved');
    }
    const subjects = (await mailsTo(person.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Your GoPath password was changed')).toHaveLength(1);
    // Another password, or another page with the same link.
    const others = [
      { ...form, password: 'seven lanterns over water' },
      { token, password: form.password },
    ];
    for (const other of others) expect((await send(other)).status).toBe(400);
    expect((await signIn(browser, { email: person.email, password: form.password })).status).toBe(200);
    await ask(person.email);
    expect((await send(form)).status).toBe(400);
  });

  it('looks the same for an unknown address, and sends nothing to it', async () => {
    const person = await createPerson(app);
    const known = await ask(person.email);
    const unknown = await ask('nobody@gopath.example');
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
    expect((await lastMailTo('nobody@gopath.example')).subject).toBeUndefined();
  });

  it('mails one address at most five times in fifteen minutes', async () => {
    const person = await createPerson(app);
    for (let tries = 0; tries < 7; tries++) expect((await ask(person.email)).status).toBe(200);
    const [row] = await app.database.query<{ count: number }>('SELECT count(*) FROM mails WHERE "to" = $1', [
      person.email,
    ]);
    expect(row?.count).toBe(5);
  });

  it('has links that expire', async () => {
    const person = await createPerson(app);
    await ask(person.email);
    await app.database.query(`UPDATE password_reset_links SET expires_at = now() - interval '1 second'`);
    const { path, token } = await lastMailTo(person.email);
    const browser = new CookieBrowser(app.address);
    expect((await browser.fetch(path)).status).toBe(400);
    const password = 'violet tractor hums loudly';
    expect((await browser.submit('/oidc/reset_password/', { token, password })).status).toBe(400);
  });
});
