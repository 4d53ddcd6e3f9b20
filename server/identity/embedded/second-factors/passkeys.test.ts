import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { Authenticator } from '#tests/helpers/doubles/authenticator.ts';
import { app, scene, startPasskeyTests } from '#tests/helpers/scenes/passkeys.ts';
import { CookieBrowser, startSignIn, submitSignIn } from '#tests/helpers/server/sign-in.ts';
import { startTestApp } from '#tests/helpers/server/test-app.ts';
import { PASSKEY_PROBLEMS } from './passkeys.ts';

startPasskeyTests();

describe('a passkey', () => {
  it('signs in without a password', async () => {
    const { person, token, device } = await scene.createSecured();
    const { readOptions, submit } = await scene.startWithPasskey();
    const options = await readOptions();
    expect(options.allowCredentials).toEqual([]);
    expect((await submit(device.use(options))).code).not.toBeNull();
    const [passkey] = (await scene.accountOf(token)).passkeys;
    expect(passkey?.last_used_at).not.toBeNull();
    expect((await scene.eventsOf(person)).slice(-2)).toEqual(['sign_in', 'new_device']);
  });

  it('is asked for after the password', async () => {
    const { person, device } = await scene.createSecured();
    const before = await scene.eventsOf(person);
    const { browser, readOptions, submit } = await scene.startWithPasskey(person);
    const options = await readOptions();
    expect(await scene.eventsOf(person), 'nothing is logged after the password alone').toEqual(before);
    expect(options.allowCredentials).toEqual([expect.objectContaining({ id: device.id })]);
    expect((await submit(device.use(options))).code).not.toBeNull();
    expect(await scene.eventsOf(person)).toEqual([...before, 'sign_in', 'new_device']);
    expect((await browser.fetch('/oidc/passkey.js')).headers.get('content-type')).toContain('javascript');
    expect((await browser.fetch('/oidc/simplewebauthn.js')).status).toBe(200);
  });

  it('is replaced by each recovery code once', async () => {
    const { person, recoveryCodes } = await scene.createSecured();
    const [code = ''] = recoveryCodes;
    expect((await (await scene.startWithPasskey(person)).enterCode(code)).code).not.toBeNull();
    expect((await (await scene.startWithPasskey(person)).enterCode(code)).code).toBeNull();
  });

  it('of another person is refused after the password', async () => {
    const { person } = await scene.createSecured();
    const other = await scene.createSecured();
    const { readOptions, submit } = await scene.startWithPasskey(person);
    const answer = await submit(other.device.use(await readOptions()));
    expect(answer).toMatchObject({ code: null, status: 401 });
    expect(answer.text).toContain(PASSKEY_PROBLEMS.unknown);
  });

  it('cannot be used before the password at the address of the second factor', async () => {
    await scene.createSecured();
    const browser = new CookieBrowser(app.address);
    const { form } = await startSignIn(browser);
    for (const path of ['code/passkey/options/', 'code/passkey/']) {
      expect((await browser.submit(`${form}${path}`, {})).status).toBe(400);
    }
  });

  it('cannot be replaced by one-time codes with the password alone', async () => {
    const { person, token } = await scene.createSecured();
    const browser = new CookieBrowser(app.address);
    const started = await startSignIn(browser);
    await submitSignIn(browser, started, person);
    const page = await browser.fetch(`${started.form}set_up_codes/`);
    expect(page.headers.get('location')).toMatch(/interaction\/[^/]+\/$/);
    expect((await browser.submit(`${started.form}set_up_codes/`, { code: '000000' })).status).toBe(400);
    // Starting the setup in the settings does not help, either.
    const { body } = await scene.call<{ secret: string }>(token, 'POST', '/api/account/second_factor/', {
      current_password: person.password,
    });
    const code = new TOTP({ secret: body.secret }).generate();
    expect((await browser.submit(`${started.form}set_up_codes/`, { code })).status).toBe(400);
    expect((await browser.submit(`${started.form}code/`, { code })).status).toBe(401);
    expect((await scene.accountOf(token)).second_factor?.on).toBe(false);
  });

  it('works once for each challenge, in the sign-in that asked for it', async () => {
    const { device } = await scene.createSecured();
    const [first, second] = [await scene.startWithPasskey(), await scene.startWithPasskey()];
    const options = await first.readOptions();
    await second.readOptions();
    expect((await second.submit(device.use(options))).text).toContain(PASSKEY_PROBLEMS.expired);
    const response = device.use(options, { challenge: 'AAAA' });
    expect((await first.submit(response)).text).toContain(PASSKEY_PROBLEMS.expired);
    // The failed attempt used up the challenge.
    expect((await first.submit(device.use(options))).text).toContain(PASSKEY_PROBLEMS.expired);
    expect((await first.submit(device.use(await first.readOptions()))).code).not.toBeNull();
  });

  it('accepts one of two parallel responses to a challenge', async () => {
    const { device } = await scene.createSecured();
    const { readOptions, submit } = await scene.startWithPasskey();
    const options = await readOptions();
    const answers = await Promise.all([device.use(options), device.use(options)].map(submit));
    expect(answers.filter(({ code }) => code !== null)).toHaveLength(1);
  });

  it('is refused with the reason', async () => {
    const { person, device } = await scene.createSecured();
    const { readOptions, submit } = await scene.startWithPasskey();
    const problemOf = async (changes: Parameters<Authenticator['use']>[1], used = device) => {
      const answer = await submit(used.use(await readOptions(), changes));
      expect(answer).toMatchObject({ code: null, status: 401 });
      return Object.values(PASSKEY_PROBLEMS).find((problem) => answer.text.includes(problem));
    };
    expect(await problemOf({}, new Authenticator())).toBe(PASSKEY_PROBLEMS.unknown);
    expect(await problemOf({ userHandle: 'AAAA' })).toBe(PASSKEY_PROBLEMS.unknown);
    expect(await problemOf({ origin: 'https://gopath.example' })).toBe(PASSKEY_PROBLEMS.otherSite);
    expect(await problemOf({ flags: 0x01 })).toBe(PASSKEY_PROBLEMS.invalid);
    expect(await scene.eventsOf(person)).toContain('passkey_failed');
    for (const text of ['', 'null', '{}', '[1]', '{"id":"\0"}']) {
      expect((await submit(text)).status).toBe(401);
    }
    const invalid = device.use(await readOptions());
    const unsigned = { ...invalid, response: { ...invalid.response, signature: 'AAAA' } };
    expect((await submit(unsigned)).text).toContain(PASSKEY_PROBLEMS.invalid);
  });

  it('is refused when its counter does not increase', async () => {
    const { person, device } = await scene.createSecured();
    const use = async (counter: number) => {
      const { readOptions, submit } = await scene.startWithPasskey(person);
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
    const { person, device } = await scene.createSecured();
    const { readOptions, submit } = await scene.startWithPasskey(person);
    for (let attempt = 0; attempt < 10; attempt++) await submit('{}');
    expect((await submit(device.use(await readOptions()))).status).toBe(429);
  });

  it('of a disabled person is refused', async () => {
    const { person, device } = await scene.createSecured();
    await app.database.query('UPDATE users SET disabled_at = now() WHERE pk = $1', [person.pk]);
    const { readOptions, submit } = await scene.startWithPasskey();
    expect((await submit(device.use(await readOptions()))).text).toContain(PASSKEY_PROBLEMS.unknown);
  });

  it('does not complete a sign-in whose password was changed in between, and works afterwards', async () => {
    const { person, token, device } = await scene.createSecured();
    const { readOptions, submit } = await scene.startWithPasskey(person);
    const options = await readOptions();
    const body = { current_password: person.password, password: 'seven lanterns over water' };
    expect((await scene.call(token, 'PUT', '/api/account/password/', body)).status).toBe(204);
    expect((await submit(device.use(options))).code).toBeNull();
    const next = await scene.startWithPasskey();
    expect((await next.submit(device.use(await next.readOptions()))).code).not.toBeNull();
  });
});

describe('STAFF_SECOND_FACTOR', () => {
  it('is satisfied by a passkey, after the password or alone', async () => {
    const { person, device } = await scene.createSecured();
    await app.database.query(`UPDATE users SET role = 'mentor' WHERE pk = $1`, [person.pk]);
    await app.database.query(`INSERT INTO user_permissions VALUES ($1, 'users.add_student')`, [person.pk]);
    const strict = await startTestApp({
      realSignIn: true,
      env: { STAFF_SECOND_FACTOR: 'true' },
      database: app.database,
    });
    try {
      for (const after of [undefined, person]) {
        const { readOptions, submit } = await scene.startWithPasskey(after, strict.address);
        expect((await submit(device.use(await readOptions()))).code).not.toBeNull();
      }
    } finally {
      await strict.app.server.close();
    }
  });
});
