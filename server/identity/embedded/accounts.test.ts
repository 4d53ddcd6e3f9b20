import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson } from '#tests/factories/people.ts';
import { CookieBrowser, signIn, startSignIn } from '#tests/helpers/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ realSignIn: true });
});
afterAll(() => app.close());

let count = 0;
function newcomer() {
  count += 1;
  return {
    first_name: 'Ada',
    last_name: `New${count}`,
    email: `ada${count}@gopath.example`,
    password: 'a good long password',
  };
}

async function lastMailTo(address: string) {
  const [mail] = await app.database.query<{ subject: string; text: string }>(
    'SELECT subject, text FROM mails WHERE "to" = $1 ORDER BY pk DESC LIMIT 1',
    [address],
  );
  const url = /https:\/\/\S+token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  return {
    subject: mail?.subject,
    path: url.replace('https://gopath.test', ''),
    token: url.split('token=')[1] ?? '',
  };
}

async function signUp(fields: Record<string, string>) {
  const browser = new CookieBrowser(app.address);
  const { form } = await startSignIn(browser, { screen_hint: 'sign_up' });
  return browser.submit(`${form}sign_up/`, fields);
}

describe('signing up', () => {
  // covers: AUTH-001 AUTH-002 AUTH-023
  it('makes a student once the address is verified by a person', async () => {
    const person = newcomer();
    const browser = new CookieBrowser(app.address);
    const { form } = await startSignIn(browser, { screen_hint: 'sign_up' });
    const shown = await browser.fetch(form);
    expect(shown.status).toBe(303);
    const page = await (await browser.fetch(shown.headers.get('location') ?? '')).text();
    expect(page).toContain('Only students should sign up directly. Parents must be invited by students.');
    expect((await browser.submit(`${form}sign_up/`, { ...person, role: 'parent' })).status).toBe(200);
    expect((await signIn(browser, person)).status).toBe(401);

    const { path, token } = await lastMailTo(person.email);
    // A mail scanner follows the link: nothing happens.
    for (let visits = 0; visits < 3; visits++) expect((await browser.fetch(path)).status).toBe(200);
    expect((await signIn(browser, person)).status).toBe(401);
    expect((await browser.submit('/oidc/verify_email/', { token })).status).toBe(200);

    const { access_token: accessToken } = (await (await signIn(browser, person)).json()) as {
      access_token: string;
    };
    const me = await browser.fetch('/api/me/', { headers: { authorization: `Bearer ${accessToken}` } });
    expect(await me.json()).toMatchObject({ role: 'student', first_name: 'Ada', email: person.email });
    expect((await browser.submit('/oidc/verify_email/', { token })).status).toBe(400);
  });

  it('tells nobody that an address has an account already: only its owner, by mail', async () => {
    const existing = await createPerson(app);
    const known = await signUp({ ...newcomer(), email: existing.email.toUpperCase() });
    const unknown = await signUp(newcomer());
    const strip = (text: string) => text.replaceAll(/interaction\/[\w-]+/g, '');
    expect([known.status, strip(await known.text())]).toEqual([unknown.status, strip(await unknown.text())]);
    expect((await lastMailTo(existing.email.toUpperCase())).subject).toBe(
      'You already have a GoPath account',
    );
    expect((await signIn(new CookieBrowser(app.address), existing)).status).toBe(200);
  });

  it('again before verifying replaces what was given and makes the earlier link useless', async () => {
    const person = newcomer();
    await signUp(person);
    const first = await lastMailTo(person.email);
    await signUp({ ...person, password: 'another long password' });
    const second = await lastMailTo(person.email);
    const browser = new CookieBrowser(app.address);
    expect((await browser.submit('/oidc/verify_email/', { token: first.token })).status).toBe(400);
    expect((await browser.submit('/oidc/verify_email/', { token: second.token })).status).toBe(200);
    expect((await signIn(browser, person)).status).toBe(401);
    expect((await signIn(browser, { ...person, password: 'another long password' })).status).toBe(200);
  });

  it('shows what is wrong beside each field and keeps what was typed', async () => {
    const response = await signUp({
      first_name: '',
      last_name: 'Lovelace',
      email: 'nonsense',
      password: 'short',
    });
    expect(response.status).toBe(422);
    const page = await response.text();
    for (const text of [
      'Enter your first name.',
      'Enter an email address',
      'Use at least 10 characters.',
      'Lovelace',
    ]) {
      expect(page).toContain(text);
    }
    expect(page).not.toContain('value="short"');
  });

  it('takes no control characters and no lone surrogates', async () => {
    for (const name of ['A\0da', 'A\u0007', 'x'.repeat(101)]) {
      expect((await signUp({ ...newcomer(), first_name: name })).status).toBe(422);
    }
    const again = newcomer();
    expect((await signUp({ ...again, email: `${'x'.repeat(250)}@gopath.example` })).status).toBe(422);
  });

  it('is linked to a person who waits with this address', async () => {
    const person = newcomer();
    const waiting = await app.database.kysely
      .insertInto('users')
      .values({
        role: 'parent',
        firstName: 'Waiting',
        lastName: 'Parent',
        email: person.email.toUpperCase(),
        issuer: null,
        subject: null,
        birthday: null,
        disabledAt: null,
      })
      .returning('pk')
      .executeTakeFirstOrThrow();
    await signUp(person);
    const browser = new CookieBrowser(app.address);
    await browser.submit('/oidc/verify_email/', { token: (await lastMailTo(person.email)).token });
    const { access_token: token } = (await (await signIn(browser, person)).json()) as {
      access_token: string;
    };
    const me = await browser.fetch('/api/me/', { headers: { authorization: `Bearer ${token}` } });
    expect(await me.json()).toMatchObject({ pk: waiting.pk, role: 'parent' });
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
    const password = 'the new long password';
    expect(
      (await browser.submit('/oidc/reset_password/', { token: link.token, password: 'short' })).status,
    ).toBe(422);
    expect((await browser.submit('/oidc/reset_password/', { token: link.token, password })).status).toBe(200);

    const me = await browser.fetch('/api/me/', { headers: { authorization: `Bearer ${token}` } });
    expect(me.status).toBe(401);
    expect((await browser.fetch('/api/session/refresh/', { method: 'POST' })).status).toBe(401);
    expect((await signIn(browser, person)).status).toBe(401);
    expect((await signIn(browser, { email: person.email, password })).status).toBe(200);
    expect((await browser.submit('/oidc/reset_password/', { token: link.token, password })).status).toBe(400);
    expect((await lastMailTo(person.email)).subject).toBe('Your GoPath password was changed');
  });

  it('looks the same for an address that nobody has, and sends nothing there', async () => {
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

  it('has links that run out', async () => {
    const person = await createPerson(app);
    await ask(person.email);
    await app.database.query(`UPDATE account_links SET expires_at = now() - interval '1 second'`);
    const { token } = await lastMailTo(person.email);
    const answer = await new CookieBrowser(app.address).submit('/oidc/reset_password/', {
      token,
      password: 'the new long password',
    });
    expect(answer.status).toBe(400);
  });
});
