import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RECOVERY_CODES, WRONG_CODE, WRONG_PASSWORD } from '#shared/account/schema.ts';
import { createSecondFactors } from '#server/identity/embedded/second-factors/second-factors.ts';
import { createPerson, type Person } from '#tests/factories/people.ts';
import { CookieBrowser, signIn, startSignIn, submitSignIn } from '#tests/helpers/server/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { mailSubjects } from '#tests/helpers/database/mail-subjects.ts';
import { securityEvents } from '#tests/helpers/database/security-events.ts';

let app: TestApp;
const env = { SECRETS_KEY: randomBytes(32).toString('base64') };
beforeAll(async () => {
  app = await startTestApp({ realSignIn: true, env });
});
afterAll(() => app.close());

const PATH = '/api/account/second_factor/';
const STEP_MS = 30_000;

beforeEach(async () => {
  await app.database.query('DELETE FROM rate_limits');
  // The clock stands still, so no time step of the codes ends during a test. It is ahead of the database's clock,
  // because tokens issued before an account was created are refused.
  vi.useFakeTimers({ now: Date.now() + STEP_MS, toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

async function tokenOf(person: Person): Promise<string> {
  const answer = (await (await signIn(new CookieBrowser(app.address), person)).json()) as {
    access_token: string;
  };
  return answer.access_token;
}

async function call(token: string, method: string, path: string, body: object) {
  const response = await fetch(`${app.address}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as unknown };
}

/** Computes one-time codes of the time steps around this moment. */
function codesOf(secret: string) {
  const totp = new TOTP({ secret });
  const now = Date.now();
  const at = (steps: number) => totp.generate({ timestamp: now + steps * STEP_MS });
  return { previous: () => at(-1), current: () => at(0), next: () => at(1), old: () => at(-5) };
}

/** A person with one-time codes; the code of the previous time step is used. */
async function createSecured() {
  const person = await createPerson(app);
  const token = await tokenOf(person);
  const started = await call(token, 'POST', PATH, { current_password: person.password });
  expect(started.status).toBe(200);
  const { secret, uri } = started.body as { secret: string; uri: string };
  const codes = codesOf(secret);
  const confirmed = await call(token, 'PUT', PATH, { code: codes.previous() });
  expect(confirmed.status).toBe(200);
  const { recovery_codes: recoveryCodes } = confirmed.body as { recovery_codes: string[] };
  return { person, token, secret, uri, codes, recoveryCodes };
}

/** Submits email and password, and returns the path of the page that asks for the code. */
async function submitPassword(person: Person) {
  const browser = new CookieBrowser(app.address);
  const started = await startSignIn(browser);
  const { code, ...rest } = await submitSignIn(browser, started, person);
  expect(code).toBeNull();
  const page = 'response' in rest ? await rest.response.text() : '';
  expect(page).toContain('Enter your code');
  const form = { ...started, form: `${started.form}code/` };
  const submit = (given: string) => submitSignIn(browser, form, { code: given } as never);
  return { submit };
}

const eventsOf = (person: Person) => securityEvents(app.database, person);

const mailsTo = (person: Person) => mailSubjects(app.database, person);

describe('one-time codes', () => {
  it('need the password and a code to turn on, and return recovery codes once', async () => {
    const person = await createPerson(app);
    const token = await tokenOf(person);
    const wrong = await call(token, 'POST', PATH, { current_password: 'not the password' });
    expect(wrong).toMatchObject({ status: 422, body: { fields: { current_password: WRONG_PASSWORD } } });
    expect((await call(token, 'PUT', PATH, { code: '123456' })).status).toBe(422);

    const secured = await createSecured();
    expect(secured.uri).toMatch(/^otpauth:\/\/totp\/GoPath/);
    expect(new Set(secured.recoveryCodes).size).toBe(RECOVERY_CODES);
    const account = await fetch(`${app.address}/api/account/`, {
      headers: { authorization: `Bearer ${secured.token}` },
    });
    expect(await account.json()).toMatchObject({
      second_factor: { on: true, recovery_codes_left: RECOVERY_CODES },
    });
    const again = await call(secured.token, 'POST', PATH, { current_password: secured.person.password });
    expect(again.status).toBe(409);
    expect(await mailsTo(secured.person)).toEqual(['One-time codes were turned on']);
  });

  it('are stored encrypted, and recovery codes as hashes', async () => {
    const { secret, recoveryCodes } = await createSecured();
    const rows = await app.database.query('SELECT secret FROM second_factors');
    const hashes = await app.database.query('SELECT code_hash FROM recovery_codes');
    const stored = JSON.stringify([rows, hashes]);
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text);
  });

  it('are required after the password, and each works once', async () => {
    const { person, codes } = await createSecured();
    const first = await submitPassword(person);
    for (const bad of ['', 'abc', '000000', codes.old(), codes.previous()]) {
      const answer = await first.submit(bad);
      expect(answer.code, bad).toBeNull();
      expect('response' in answer && answer.response.status).toBe(401);
    }
    const used = codes.current();
    expect((await first.submit(used)).code).not.toBeNull();
    const second = await submitPassword(person);
    expect((await second.submit(used)).code).toBeNull();
    expect((await second.submit(codes.next())).code).not.toBeNull();
    expect(await eventsOf(person)).toEqual(
      expect.arrayContaining(['second_factor_on', 'second_factor_failed', 'sign_in']),
    );
  });

  it('finish the sign-in also when the form is sent twice', async () => {
    const { person, codes } = await createSecured();
    const browser = new CookieBrowser(app.address);
    const started = await startSignIn(browser);
    await browser.submit(started.form, { email: person.email, password: person.password });
    const form = `${started.form}code/`;
    const first = await browser.submit(form, { code: codes.current() });
    const second = await browser.submit(form, { code: codes.current() });
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    const end = await browser.fetch(second.headers.get('location') ?? '');
    expect(new URL(end.headers.get('location') ?? '').searchParams.has('code')).toBe(true);
  });

  it('can be replaced by a recovery code, once', async () => {
    const { person, recoveryCodes } = await createSecured();
    const [code = ''] = recoveryCodes;
    expect((await (await submitPassword(person)).submit(code.toUpperCase())).code).not.toBeNull();
    const again = await (await submitPassword(person)).submit(code);
    expect(again.code).toBeNull();
    expect('response' in again && (await again.response.text())).toContain(WRONG_CODE);
    expect(await eventsOf(person)).toContain('recovery_code_used');
  });

  it('of another account are refused', async () => {
    const { person } = await createSecured();
    const other = await createSecured();
    const answer = await (await submitPassword(person)).submit(other.codes.current());
    expect(answer.code).toBeNull();
    const recovery = await (await submitPassword(person)).submit(other.recoveryCodes[0] ?? '');
    expect(recovery.code).toBeNull();
  });

  it('are refused after ten wrong codes', async () => {
    const { person, codes } = await createSecured();
    const { submit } = await submitPassword(person);
    for (let attempt = 0; attempt < 10; attempt++) await submit('000000');
    const answer = await submit(codes.current());
    expect('response' in answer && answer.response.status).toBe(429);
  });

  it('do not complete a sign-in whose password was changed in between', async () => {
    const { person, token, codes } = await createSecured();
    const { submit } = await submitPassword(person);
    const body = { current_password: person.password, password: 'seven lanterns over water' };
    expect((await call(token, 'PUT', '/api/account/password/', body)).status).toBe(204);
    expect((await submit(codes.current())).code).toBeNull();
  });

  it('cannot be skipped by opening the provider’s path', async () => {
    const { person } = await createSecured();
    const browser = new CookieBrowser(app.address);
    const started = await startSignIn(browser);
    await browser.submit(started.form, { email: person.email, password: person.password });
    const uid = /interaction\/([^/]+)\//.exec(started.form)?.[1];
    const response = await browser.fetch(`/oidc/auth/${uid}`);
    expect(response.headers.get('location') ?? '').not.toContain('code=');
  });

  it('give new recovery codes and are turned off with a code', async () => {
    const { person, token, codes, recoveryCodes } = await createSecured();
    const renewed = await call(token, 'POST', `${PATH}recovery_codes/`, { code: codes.current() });
    expect(renewed.status).toBe(200);
    expect(await eventsOf(person)).toContain('recovery_codes_replaced');
    expect(await mailsTo(person)).toEqual([
      'One-time codes were turned on',
      'Your recovery codes were replaced',
    ]);
    const old = await (await submitPassword(person)).submit(recoveryCodes[0] ?? '');
    expect(old.code).toBeNull();
    expect((await call(token, 'POST', `${PATH}remove/`, { code: '000000' })).status).toBe(422);
    expect((await call(token, 'POST', `${PATH}remove/`, { code: codes.next() })).status).toBe(204);
    expect((await signIn(new CookieBrowser(app.address), person)).status).toBe(200);
    expect(await eventsOf(person)).toContain('second_factor_off');
  });
});

describe('STAFF_SECOND_FACTOR', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await startTestApp({
      realSignIn: true,
      env: { ...env, STAFF_SECOND_FACTOR: 'true' },
      database: app.database,
    });
  });
  afterAll(() => strict.app.server.close());

  async function createStaff() {
    const person = await createPerson(app, { role: 'mentor' });
    await app.database.query(`INSERT INTO user_permissions VALUES ($1, 'users.add_student')`, [person.pk]);
    return person;
  }

  /** Submits the password of staff without codes. @returns the page that sets codes up, and its fields */
  async function openSetUp(person: Person) {
    const browser = new CookieBrowser(strict.address);
    const started = await startSignIn(browser);
    const first = await submitSignIn(browser, started, person);
    const page = 'response' in first ? await first.response.text() : '';
    expect(page).toContain('Set up one-time codes');
    const finish = async () => {
      const form = `${started.form}recovery_codes_saved/`;
      return (await submitSignIn(browser, { ...started, form }, {} as never)).code;
    };
    const form = `${started.form}set_up_codes/`;
    return { browser, page, form, finish };
  }

  const secretIn = (page: string) => /<strong>([A-Z2-7]+)</.exec(page)?.[1] ?? '';

  /** Returns what a person sends who scans the QR code of the page. */
  function fieldsOf(page: string) {
    const key = /name="page_key" value="([\w-]+)"/.exec(page)?.[1] ?? '';
    return { code: codesOf(secretIn(page)).current(), page_key: key };
  }

  const recoveryCodesIn = (page: string) => page.match(/(?<=<li>)[a-z\d]{5}-[a-z\d]{5}(?=<)/g) ?? [];

  it('lets staff finish a sign-in only after setting up codes, and others without', async () => {
    const person = await createPerson(app, { role: 'mentor' });
    expect((await signIn(new CookieBrowser(strict.address), person)).status).toBe(200);
    const { browser, form, page, finish } = await openSetUp(await createStaff());
    expect(await finish()).toBeNull();
    const wrong = await browser.submit(form, { code: '000000' });
    expect(wrong.status).toBe(401);
    const again = await wrong.text();
    expect(secretIn(again)).toBe(secretIn(page));
    const saved = await browser.submit(form, fieldsOf(again));
    expect(await saved.text()).toContain('Save your recovery codes');
    expect(await finish()).not.toBeNull();
  });

  it('shows the same recovery codes when the form is sent twice, and stores them encrypted', async () => {
    const person = await createStaff();
    const { browser, form, page, finish } = await openSetUp(person);
    const sent = fieldsOf(page);
    const answers = [
      ...(await Promise.all([browser.submit(form, sent), browser.submit(form, sent)])),
      await browser.submit(form, sent),
    ];
    const shown = await Promise.all(answers.map(async (answer) => recoveryCodesIn(await answer.text())));
    const [codes = []] = shown;
    expect(codes).toHaveLength(RECOVERY_CODES);
    expect(shown).toEqual([codes, codes, codes]);
    const rows = JSON.stringify(await app.database.query('SELECT * FROM oidc_payloads'));
    expect(codes.filter((code) => rows.includes(code))).toEqual([]);
    expect(await finish()).not.toBeNull();
    const [code = ''] = codes;
    expect((await (await submitPassword(person)).submit(code)).code).not.toBeNull();
  });

  it('keeps the recovery codes when a second tab sets codes up, and says what to do', async () => {
    const person = await createStaff();
    const { browser, form, page, finish } = await openSetUp(person);
    const second = await (await browser.fetch(form)).text();
    expect(fieldsOf(second).page_key).not.toBe(fieldsOf(page).page_key);
    const [code = ''] = recoveryCodesIn(await (await browser.submit(form, fieldsOf(page))).text());
    const answer = (await (await browser.submit(form, fieldsOf(second))).text()).replaceAll(/\s+/g, ' ');
    expect(answer).toContain('One-time codes are on already');
    expect(answer).toContain('create new ones in your settings');
    expect(await finish()).not.toBeNull();
    expect((await (await submitPassword(person)).submit(code)).code).not.toBeNull();
  });
});

describe('a new SECRETS_KEY', () => {
  it('encrypts the secrets again at the start, so that the previous key can be removed', async () => {
    const [before, after] = [randomBytes(32), randomBytes(32)];
    const database = app.database;
    const make = (keys: Buffer[]) =>
      createSecondFactors({
        database,
        mail: {} as never,
        keys,
        publicUrl: '',
        isRequiredForStaff: false,
      });
    await database.query('DELETE FROM second_factors');
    const person = await createPerson(app);
    const [row] = await database.query<{ subject: string }>('SELECT subject FROM users WHERE pk = $1', [
      person.pk,
    ]);
    const account = { subject: row?.subject ?? '', email: person.email, firstName: '', lastName: '' };
    const { secret } = await make([before]).begin(account);
    await make([after, before]).encryptAll();
    expect((await make([after]).beginOrContinue(account)).secret).toBe(secret);
    await expect(make([before]).beginOrContinue(account)).rejects.toThrow('SECRETS_KEY');
    await database.query('DELETE FROM second_factors');
  });
});
