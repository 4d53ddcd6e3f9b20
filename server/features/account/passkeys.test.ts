import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '#shared/account/responses.ts';
import { MAX_PASSKEYS, RECOVERY_CODES, TOO_MANY_PASSKEYS, WRONG_PASSWORD } from '#shared/account/schema.ts';
import { PASSKEY_PROBLEMS } from '#server/identity/embedded/passkeys.ts';
import { cleanUpIdentity } from '#server/identity/embedded/oidc.repository.ts';
import { createPerson, type Person } from '#tests/factories/people.ts';
import { Authenticator } from '#tests/helpers/authenticator.ts';
import { CookieBrowser, signIn, startSignIn, submitSignIn } from '#tests/helpers/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ realSignIn: true });
});
afterAll(() => app.close());
beforeEach(() => app.database.query('DELETE FROM rate_limits'));

const PATH = '/api/account/passkeys/';

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
  excludeCredentials: { id: string }[];
}

async function tokenOf(person: Person, browser = new CookieBrowser(app.address)): Promise<string> {
  const answer = (await (await signIn(browser, person)).json()) as { access_token: string };
  return answer.access_token;
}

async function call<Body = Record<string, unknown>>(
  token: string,
  method: string,
  path: string,
  body?: object,
) {
  const response = await fetch(`${app.address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Body };
}

async function begin(token: string, { password }: Person): Promise<CreationOptions> {
  const { status, body } = await call<CreationOptions>(token, 'POST', PATH, { current_password: password });
  expect(status).toBe(200);
  return body;
}

async function add(token: string, person: Person, name = 'Laptop') {
  const device = new Authenticator();
  const credential = device.create(await begin(token, person));
  const { status, body } = await call<{ recovery_codes: string[] }>(token, 'PUT', PATH, { name, credential });
  expect(status).toBe(200);
  return { device, recoveryCodes: body.recovery_codes };
}

async function accountOf(token: string) {
  const { body } = await call<Account>(token, 'GET', '/api/account/');
  return { ...body, passkeys: body.passkeys ?? [] };
}

/** A person with one passkey. */
async function createSecured() {
  const person = await createPerson(app);
  const token = await tokenOf(person);
  return { person, token, ...(await add(token, person)) };
}

/** Starts a sign-in. @returns how its pages use a passkey: alone, or `after` the password */
async function startWithPasskey(after?: Person, address = app.address) {
  const browser = new CookieBrowser(address);
  const started = await startSignIn(browser);
  if (after !== undefined) {
    const first = await submitSignIn(browser, started, after);
    expect('response' in first && (await first.response.text())).toContain('Confirm it is you');
  }
  const form = `${started.form}${after === undefined ? '' : 'code/'}passkey/`;
  const readOptions = async () => {
    const response = await browser.submit(`${form}options/`, {});
    expect(response.status).toBe(200);
    return (await response.json()) as { challenge: string; allowCredentials: { id: string }[] };
  };
  const submit = async (response: unknown) => {
    const result = await submitSignIn(browser, { ...started, form }, {
      response: typeof response === 'string' ? response : JSON.stringify(response),
    } as never);
    if (result.code !== null) return { code: result.code, status: 303, text: '' };
    return { code: null, status: result.response.status, text: await result.response.text() };
  };
  const enterCode = (code: string) =>
    submitSignIn(browser, { ...started, form: `${started.form}code/` }, { code } as never);
  return { browser, readOptions, submit, enterCode };
}

const eventsOf = async ({ pk }: Person) =>
  (
    await app.database.query<{ kind: string }>(
      'SELECT kind FROM security_events WHERE subject_pk = $1 ORDER BY pk',
      [pk],
    )
  ).map(({ kind }) => kind);

const mailsTo = async ({ email }: Person) =>
  (
    await app.database.query<{ subject: string }>('SELECT subject FROM mails WHERE "to" = $1 ORDER BY pk', [
      email,
    ])
  ).map(({ subject }) => subject);

describe('adding a passkey', () => {
  it('needs the password, is announced, and returns recovery codes with the first second factor', async () => {
    const person = await createPerson(app);
    const token = await tokenOf(person);
    const wrong = await call(token, 'POST', PATH, { current_password: 'not the password' });
    expect(wrong).toMatchObject({ status: 422, body: { fields: { current_password: WRONG_PASSWORD } } });
    const options = await begin(token, person);
    expect(options.rp.id).toBe('gopath.test');

    const { recoveryCodes } = await add(token, person);
    expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES);
    expect((await add(token, person, 'Phone')).recoveryCodes).toEqual([]);
    const { passkeys, second_factor: secondFactor } = await accountOf(token);
    expect(passkeys.map(({ name, last_used_at: lastUsed }) => [name, lastUsed])).toEqual([
      ['Laptop', null],
      ['Phone', null],
    ]);
    expect(secondFactor).toEqual({ on: false, recovery_codes_left: RECOVERY_CODES });
    expect(await mailsTo(person)).toEqual(['A passkey was added', 'A passkey was added']);
    expect(await eventsOf(person)).toContain('passkey_added');
  });

  it('works once for each challenge, in the session that started it', async () => {
    const person = await createPerson(app);
    const [token, other] = [await tokenOf(person), await tokenOf(person)];
    const options = await begin(token, person);
    const credential = new Authenticator().create(options);
    const body = { name: 'Laptop', credential };
    const refused = { status: 400, body: { detail: PASSKEY_PROBLEMS.expired } };
    expect(await call(other, 'PUT', PATH, body)).toMatchObject(refused);
    expect((await call(token, 'PUT', PATH, body)).status).toBe(200);
    expect(await call(token, 'PUT', PATH, body)).toMatchObject(refused);
    const again = await begin(token, person);
    expect(again.excludeCredentials).toEqual([expect.objectContaining({ id: credential.id })]);
    await app.database.query(`UPDATE passkey_challenges SET expires_at = now() - interval '1 second'`);
    const late = { name: 'Late', credential: new Authenticator().create(again) };
    expect(await call(token, 'PUT', PATH, late)).toMatchObject(refused);
    await begin(token, person);
    await app.database.query(`UPDATE passkey_challenges SET expires_at = now() - interval '1 second'`);
    await cleanUpIdentity(app.database);
    expect(await app.database.query('SELECT FROM passkey_challenges')).toEqual([]);
  });

  it('refuses another address, an unverified person and invalid data', async () => {
    const person = await createPerson(app);
    const token = await tokenOf(person);
    const attempts = [
      [{ origin: 'https://gopath.example' }, PASSKEY_PROBLEMS.otherSite],
      [{ challenge: 'AAAA' }, PASSKEY_PROBLEMS.expired],
      [{ flags: 0x41 }, PASSKEY_PROBLEMS.invalid],
    ] as const;
    for (const [changes, detail] of attempts) {
      const credential = new Authenticator().create(await begin(token, person), changes);
      const answer = await call(token, 'PUT', PATH, { name: 'Laptop', credential });
      expect(answer).toMatchObject({ status: 400, body: { detail } });
    }
    const valid = new Authenticator().create(await begin(token, person));
    const broken = { ...valid, response: { ...valid.response, clientDataJSON: 'AAAA' } };
    expect((await call(token, 'PUT', PATH, { name: 'Laptop', credential: broken })).status).toBe(400);
    for (const [name, credential] of [
      ['', valid],
      ['x'.repeat(61), valid],
      ['Lap\u202etop', valid],
      ['Laptop', { ...valid, id: 'not base64!' }],
      ['Laptop', null],
    ]) {
      expect((await call(token, 'PUT', PATH, { name, credential })).status).toBe(422);
    }
    expect((await accountOf(token)).passkeys).toEqual([]);
  });

  it('ends with the session that started it', async () => {
    const person = await createPerson(app);
    const [token, other] = [await tokenOf(person), await tokenOf(person)];
    const credential = new Authenticator().create(await begin(other, person));
    expect((await call(token, 'DELETE', '/api/account/devices/')).status).toBe(204);
    expect((await call(other, 'PUT', PATH, { name: 'Laptop', credential })).status).toBe(401);
  });

  it(`allows ${MAX_PASSKEYS}, each on one account only`, async () => {
    const { person, token, device } = await createSecured();
    const other = await createSecured();
    const copy = device.create(await begin(other.token, other.person));
    const taken = await call(other.token, 'PUT', PATH, { name: 'Copy', credential: copy });
    expect(taken).toMatchObject({ status: 409, body: { detail: PASSKEY_PROBLEMS.exists } });

    const options = await begin(token, person);
    await app.database.query(
      `INSERT INTO passkeys (account_pk, credential_id, public_key, counter, name)
      SELECT pk, 'id' || number, 'key', 0, 'Old' FROM accounts, generate_series(2, $2) AS number WHERE email = $1`,
      [person.email, MAX_PASSKEYS],
    );
    const late = { name: 'Late', credential: new Authenticator().create(options) };
    const full = { status: 409, body: { detail: TOO_MANY_PASSKEYS } };
    expect(await call(token, 'PUT', PATH, late)).toMatchObject(full);
    expect(await call(token, 'POST', PATH, { current_password: person.password })).toMatchObject(full);
  });
});

describe('a passkey', () => {
  it('signs in without a password', async () => {
    const { person, token, device } = await createSecured();
    const { readOptions, submit } = await startWithPasskey();
    const options = await readOptions();
    expect(options.allowCredentials).toEqual([]);
    expect((await submit(device.use(options))).code).not.toBeNull();
    const [passkey] = (await accountOf(token)).passkeys;
    expect(passkey?.last_used_at).not.toBeNull();
    expect((await eventsOf(person)).slice(-2)).toEqual(['sign_in', 'new_device']);
  });

  it('is asked for after the password', async () => {
    const { person, device } = await createSecured();
    const { browser, readOptions, submit } = await startWithPasskey(person);
    const options = await readOptions();
    expect(options.allowCredentials).toEqual([expect.objectContaining({ id: device.id })]);
    expect((await submit(device.use(options))).code).not.toBeNull();
    expect((await browser.fetch('/oidc/passkey.js')).headers.get('content-type')).toContain('javascript');
    expect((await browser.fetch('/oidc/simplewebauthn.js')).status).toBe(200);
  });

  it('is replaced by each recovery code once', async () => {
    const { person, recoveryCodes } = await createSecured();
    const [code = ''] = recoveryCodes;
    expect((await (await startWithPasskey(person)).enterCode(code)).code).not.toBeNull();
    expect((await (await startWithPasskey(person)).enterCode(code)).code).toBeNull();
  });

  it('of another person is refused after the password', async () => {
    const { person } = await createSecured();
    const other = await createSecured();
    const { readOptions, submit } = await startWithPasskey(person);
    const answer = await submit(other.device.use(await readOptions()));
    expect(answer).toMatchObject({ code: null, status: 401 });
    expect(answer.text).toContain(PASSKEY_PROBLEMS.unknown);
  });

  it('cannot be used before the password at the address of the second factor', async () => {
    await createSecured();
    const browser = new CookieBrowser(app.address);
    const { form } = await startSignIn(browser);
    for (const path of ['code/passkey/options/', 'code/passkey/']) {
      expect((await browser.submit(`${form}${path}`, {})).status).toBe(400);
    }
  });

  it('works once for each challenge, in the sign-in that asked for it', async () => {
    const { device } = await createSecured();
    const [first, second] = [await startWithPasskey(), await startWithPasskey()];
    const options = await first.readOptions();
    await second.readOptions();
    expect((await second.submit(device.use(options))).text).toContain(PASSKEY_PROBLEMS.expired);
    const response = device.use(options, { challenge: 'AAAA' });
    expect((await first.submit(response)).text).toContain(PASSKEY_PROBLEMS.expired);
    // The failed attempt used the challenge up.
    expect((await first.submit(device.use(options))).text).toContain(PASSKEY_PROBLEMS.expired);
    expect((await first.submit(device.use(await first.readOptions()))).code).not.toBeNull();
  });

  it('gives one of two parallel responses to a challenge', async () => {
    const { device } = await createSecured();
    const { readOptions, submit } = await startWithPasskey();
    const options = await readOptions();
    const answers = await Promise.all([device.use(options), device.use(options)].map(submit));
    expect(answers.filter(({ code }) => code !== null)).toHaveLength(1);
  });

  it('is refused with the reason', async () => {
    const { person, device } = await createSecured();
    const { readOptions, submit } = await startWithPasskey();
    const problemOf = async (changes: Parameters<Authenticator['use']>[1], used = device) => {
      const answer = await submit(used.use(await readOptions(), changes));
      expect(answer).toMatchObject({ code: null, status: 401 });
      return Object.values(PASSKEY_PROBLEMS).find((problem) => answer.text.includes(problem));
    };
    expect(await problemOf({}, new Authenticator())).toBe(PASSKEY_PROBLEMS.unknown);
    expect(await problemOf({ userHandle: 'AAAA' })).toBe(PASSKEY_PROBLEMS.unknown);
    expect(await problemOf({ origin: 'https://gopath.example' })).toBe(PASSKEY_PROBLEMS.otherSite);
    expect(await problemOf({ flags: 0x01 })).toBe(PASSKEY_PROBLEMS.invalid);
    expect(await eventsOf(person)).toContain('passkey_failed');
    for (const text of ['', 'null', '{}', '[1]', '{"id":"\0"}']) {
      expect((await submit(text)).status).toBe(401);
    }
    const invalid = device.use(await readOptions());
    const unsigned = { ...invalid, response: { ...invalid.response, signature: 'AAAA' } };
    expect((await submit(unsigned)).text).toContain(PASSKEY_PROBLEMS.invalid);
  });

  it('is refused when its counter does not increase', async () => {
    const { person, device } = await createSecured();
    const use = async (counter: number) => {
      const { readOptions, submit } = await startWithPasskey(person);
      return submit(device.use(await readOptions(), { counter }));
    };
    // A device that does not count.
    expect((await use(0)).code).not.toBeNull();
    expect((await use(0)).code).not.toBeNull();
    expect((await use(7)).code).not.toBeNull();
    for (const counter of [7, 6, 0]) {
      expect((await use(counter)).text).toContain(PASSKEY_PROBLEMS.copied);
    }
    expect((await use(8)).code).not.toBeNull();
  });

  it('is refused after ten wrong attempts', async () => {
    const { person, device } = await createSecured();
    const { readOptions, submit } = await startWithPasskey(person);
    for (let attempt = 0; attempt < 10; attempt++) await submit('{}');
    expect((await submit(device.use(await readOptions()))).status).toBe(429);
  });

  it('of a disabled person is refused', async () => {
    const { person, device } = await createSecured();
    await app.database.query('UPDATE users SET disabled_at = now() WHERE pk = $1', [person.pk]);
    const { readOptions, submit } = await startWithPasskey();
    expect((await submit(device.use(await readOptions()))).text).toContain(PASSKEY_PROBLEMS.unknown);
  });

  it('does not complete a sign-in whose password was changed in between, and works afterwards', async () => {
    const { person, token, device } = await createSecured();
    const { readOptions, submit } = await startWithPasskey(person);
    const options = await readOptions();
    const body = { current_password: person.password, password: 'seven lanterns over water' };
    expect((await call(token, 'PUT', '/api/account/password/', body)).status).toBe(204);
    expect((await submit(device.use(options))).code).toBeNull();
    const next = await startWithPasskey();
    expect((await next.submit(device.use(await next.readOptions()))).code).not.toBeNull();
  });
});

describe('passkeys in the settings', () => {
  it('are renamed, and removed with the password; the recovery codes go with the last one', async () => {
    const { person, token, device } = await createSecured();
    await add(token, person, 'Phone');
    const [laptop, phone] = (await accountOf(token)).passkeys.map(({ pk }) => `${PATH}${pk}/`);
    expect((await call(token, 'PUT', laptop ?? '', { name: ' Work laptop ' })).status).toBe(204);
    expect((await accountOf(token)).passkeys[0]?.name).toBe('Work laptop');
    const wrong = await call(token, 'POST', `${laptop}remove/`, { current_password: 'not the password' });
    expect(wrong.status).toBe(422);
    const password = { current_password: person.password };
    expect((await call(token, 'POST', `${laptop}remove/`, password)).status).toBe(204);
    expect((await call(token, 'POST', `${laptop}remove/`, password)).status).toBe(404);
    const { readOptions, submit } = await startWithPasskey();
    expect((await submit(device.use(await readOptions()))).text).toContain(PASSKEY_PROBLEMS.unknown);
    expect((await accountOf(token)).second_factor?.recovery_codes_left).toBe(RECOVERY_CODES);
    expect((await call(token, 'POST', `${phone}remove/`, password)).status).toBe(204);
    expect((await accountOf(token)).second_factor?.recovery_codes_left).toBe(0);
    expect((await signIn(new CookieBrowser(app.address), person)).status).toBe(200);
    expect((await mailsTo(person)).slice(-2)).toEqual(['A passkey was removed', 'A passkey was removed']);
    expect(await eventsOf(person)).toContain('passkey_removed');
  });

  it('of other people are Not Found', async () => {
    const { token } = await createSecured();
    const other = await createSecured();
    const [passkey] = (await accountOf(token)).passkeys;
    const path = `${PATH}${passkey?.pk}/`;
    const password = { current_password: other.person.password };
    expect((await call(other.token, 'PUT', path, { name: 'Mine' })).status).toBe(404);
    expect((await call(other.token, 'POST', `${path}remove/`, password)).status).toBe(404);
    for (const key of ['0', 'abc', '99999999999']) {
      expect((await call(other.token, 'PUT', `${PATH}${key}/`, { name: 'Mine' })).status).toBe(404);
    }
  });

  it('give new recovery codes for the password when they are the only second factor', async () => {
    const { person, token, recoveryCodes } = await createSecured();
    const renew = (body: object) =>
      call<{ recovery_codes: string[] }>(token, 'POST', '/api/account/second_factor/recovery_codes/', body);
    expect((await renew({})).status).toBe(422);
    expect((await renew({ current_password: 'not the password' })).status).toBe(422);
    const { status, body } = await renew({ current_password: person.password });
    expect(status).toBe(200);
    expect(body.recovery_codes).toHaveLength(RECOVERY_CODES);
    expect((await (await startWithPasskey(person)).enterCode(recoveryCodes[0] ?? '')).code).toBeNull();
    const without = await createPerson(app);
    const answer = await call(await tokenOf(without), 'POST', '/api/account/second_factor/recovery_codes/', {
      current_password: without.password,
    });
    expect(answer.status).toBe(422);
  });
});

describe('STAFF_SECOND_FACTOR', () => {
  it('is satisfied by a passkey, after the password or alone', async () => {
    const { person, device } = await createSecured();
    await app.database.query(`UPDATE users SET role = 'mentor' WHERE pk = $1`, [person.pk]);
    await app.database.query(`INSERT INTO user_permissions VALUES ($1, 'users.add_student')`, [person.pk]);
    const strict = await startTestApp({
      realSignIn: true,
      env: { STAFF_SECOND_FACTOR: 'true' },
      database: app.database,
    });
    try {
      for (const after of [undefined, person]) {
        const { readOptions, submit } = await startWithPasskey(after, strict.address);
        expect((await submit(device.use(await readOptions()))).code).not.toBeNull();
      }
    } finally {
      await strict.app.server.close();
    }
  });
});
