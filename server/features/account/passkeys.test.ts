import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { MAX_PASSKEYS, RECOVERY_CODES, TOO_MANY_PASSKEYS, WRONG_PASSWORD } from '#shared/account/schema.ts';
import { PASSKEY_PROBLEMS } from '#server/identity/embedded/second-factors/passkeys.ts';
import { cleanUpIdentity } from '#server/identity/embedded/oidc.repository.ts';
import { createPerson } from '#tests/factories/people.ts';
import { Authenticator } from '#tests/helpers/doubles/authenticator.ts';
import { app, PASSKEYS_PATH as PATH, scene, startPasskeyTests } from '#tests/helpers/scenes/passkeys.ts';
import { CookieBrowser, signIn } from '#tests/helpers/server/sign-in.ts';

startPasskeyTests();

describe('adding a passkey', () => {
  it('needs the password, is announced, and returns recovery codes with the first second factor', async () => {
    const person = await createPerson(app);
    const token = await scene.tokenOf(person);
    const wrong = await scene.call(token, 'POST', PATH, { current_password: 'not the password' });
    expect(wrong).toMatchObject({ status: 422, body: { fields: { current_password: WRONG_PASSWORD } } });
    const options = await scene.begin(token, person);
    expect(options.rp.id).toBe('gopath.test');

    const { recoveryCodes } = await scene.add(token, person);
    expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES);
    expect((await scene.add(token, person, 'Phone')).recoveryCodes).toEqual([]);
    const { passkeys, second_factor: secondFactor } = await scene.accountOf(token);
    expect(passkeys.map(({ name, last_used_at: lastUsed }) => [name, lastUsed])).toEqual([
      ['Laptop', null],
      ['Phone', null],
    ]);
    expect(secondFactor).toEqual({ on: false, recovery_codes_left: RECOVERY_CODES });
    expect(await scene.mailsTo(person)).toEqual(['A passkey was added', 'A passkey was added']);
    expect(await scene.eventsOf(person)).toContain('passkey_added');
  });

  it('works once for each challenge, in the session that started it', async () => {
    const person = await createPerson(app);
    const [token, other] = [await scene.tokenOf(person), await scene.tokenOf(person)];
    const options = await scene.begin(token, person);
    const credential = new Authenticator().create(options);
    const body = { name: 'Laptop', credential };
    const refused = { status: 400, body: { detail: PASSKEY_PROBLEMS.expired } };
    expect(await scene.call(other, 'PUT', PATH, body)).toMatchObject(refused);
    expect((await scene.call(token, 'PUT', PATH, body)).status).toBe(200);
    expect(await scene.call(token, 'PUT', PATH, body)).toMatchObject(refused);
    const again = await scene.begin(token, person);
    expect(again.excludeCredentials).toEqual([expect.objectContaining({ id: credential.id })]);
    await app.database.query(`UPDATE passkey_challenges SET expires_at = now() - interval '1 second'`);
    const late = { name: 'Late', credential: new Authenticator().create(again) };
    expect(await scene.call(token, 'PUT', PATH, late)).toMatchObject(refused);
    await scene.begin(token, person);
    await app.database.query(`UPDATE passkey_challenges SET expires_at = now() - interval '1 second'`);
    await cleanUpIdentity(app.database);
    expect(await app.database.query('SELECT FROM passkey_challenges')).toEqual([]);
  });

  it('refuses another address, an unverified person and invalid data', async () => {
    const person = await createPerson(app);
    const token = await scene.tokenOf(person);
    const attempts = [
      [{ origin: 'https://gopath.example' }, PASSKEY_PROBLEMS.otherSite],
      [{ challenge: 'AAAA' }, PASSKEY_PROBLEMS.expired],
      [{ flags: 0x41 }, PASSKEY_PROBLEMS.invalid],
    ] as const;
    for (const [changes, detail] of attempts) {
      const credential = new Authenticator().create(await scene.begin(token, person), changes);
      const answer = await scene.call(token, 'PUT', PATH, { name: 'Laptop', credential });
      expect(answer).toMatchObject({ status: 400, body: { detail } });
    }
    const valid = new Authenticator().create(await scene.begin(token, person));
    const broken = { ...valid, response: { ...valid.response, clientDataJSON: 'AAAA' } };
    expect((await scene.call(token, 'PUT', PATH, { name: 'Laptop', credential: broken })).status).toBe(400);
    for (const [name, credential] of [
      ['', valid],
      ['x'.repeat(61), valid],
      ['Lap\u202etop', valid],
      ['Laptop', { ...valid, id: 'not base64!' }],
      ['Laptop', null],
    ]) {
      expect((await scene.call(token, 'PUT', PATH, { name, credential })).status).toBe(422);
    }
    expect((await scene.accountOf(token)).passkeys).toEqual([]);
  });

  it('ends with the session that started it', async () => {
    const person = await createPerson(app);
    const [token, other] = [await scene.tokenOf(person), await scene.tokenOf(person)];
    const credential = new Authenticator().create(await scene.begin(other, person));
    expect((await scene.call(token, 'DELETE', '/api/account/devices/')).status).toBe(204);
    expect((await scene.call(other, 'PUT', PATH, { name: 'Laptop', credential })).status).toBe(401);
  });

  it(`allows ${MAX_PASSKEYS}, each on one account only`, async () => {
    const { person, token, device } = await scene.createSecured();
    const other = await scene.createSecured();
    const copy = device.create(await scene.begin(other.token, other.person));
    const taken = await scene.call(other.token, 'PUT', PATH, { name: 'Copy', credential: copy });
    expect(taken).toMatchObject({ status: 409, body: { detail: PASSKEY_PROBLEMS.exists } });

    const options = await scene.begin(token, person);
    await app.database.query(
      `INSERT INTO passkeys (account_pk, credential_id, public_key, counter, name)
      SELECT pk, 'id' || number, 'key', 0, 'Old' FROM accounts, generate_series(2, $2) AS number WHERE email = $1`,
      [person.email, MAX_PASSKEYS],
    );
    const late = { name: 'Late', credential: new Authenticator().create(options) };
    const full = { status: 409, body: { detail: TOO_MANY_PASSKEYS } };
    expect(await scene.call(token, 'PUT', PATH, late)).toMatchObject(full);
    expect(await scene.call(token, 'POST', PATH, { current_password: person.password })).toMatchObject(full);
  });
});

describe('passkeys in the settings', () => {
  it('are renamed, and removed with the password; the recovery codes go with the last one', async () => {
    const { person, token, device } = await scene.createSecured();
    await scene.add(token, person, 'Phone');
    const [laptop, phone] = (await scene.accountOf(token)).passkeys.map(({ pk }) => `${PATH}${pk}/`);
    expect((await scene.call(token, 'PUT', laptop ?? '', { name: ' Work laptop ' })).status).toBe(204);
    expect((await scene.accountOf(token)).passkeys[0]?.name).toBe('Work laptop');
    const wrong = await scene.call(token, 'POST', `${laptop}remove/`, {
      current_password: 'not the password',
    });
    expect(wrong.status).toBe(422);
    const password = { current_password: person.password };
    expect((await scene.call(token, 'POST', `${laptop}remove/`, password)).status).toBe(204);
    expect((await scene.call(token, 'POST', `${laptop}remove/`, password)).status).toBe(404);
    const { readOptions, submit } = await scene.startWithPasskey();
    expect((await submit(device.use(await readOptions()))).text).toContain(PASSKEY_PROBLEMS.unknown);
    expect((await scene.accountOf(token)).second_factor?.recovery_codes_left).toBe(RECOVERY_CODES);
    expect((await scene.call(token, 'POST', `${phone}remove/`, password)).status).toBe(204);
    expect((await scene.accountOf(token)).second_factor?.recovery_codes_left).toBe(0);
    expect((await signIn(new CookieBrowser(app.address), person)).status).toBe(200);
    expect((await scene.mailsTo(person)).slice(-2)).toEqual([
      'A passkey was removed',
      'A passkey was removed',
    ]);
    expect(await scene.eventsOf(person)).toContain('passkey_removed');
  });

  it('of other people are Not Found', async () => {
    const { token } = await scene.createSecured();
    const other = await scene.createSecured();
    const [passkey] = (await scene.accountOf(token)).passkeys;
    const path = `${PATH}${passkey?.pk}/`;
    const password = { current_password: other.person.password };
    expect((await scene.call(other.token, 'PUT', path, { name: 'Mine' })).status).toBe(404);
    expect((await scene.call(other.token, 'POST', `${path}remove/`, password)).status).toBe(404);
    for (const key of ['0', 'abc', '99999999999']) {
      expect((await scene.call(other.token, 'PUT', `${PATH}${key}/`, { name: 'Mine' })).status).toBe(404);
    }
  });

  it('give new recovery codes for the password when they are the only second factor', async () => {
    const { person, token, recoveryCodes } = await scene.createSecured();
    const renew = (body: object) =>
      scene.call<{ recovery_codes: string[] }>(
        token,
        'POST',
        '/api/account/second_factor/recovery_codes/',
        body,
      );
    expect((await renew({})).status).toBe(422);
    expect((await renew({ current_password: 'not the password' })).status).toBe(422);
    const { status, body } = await renew({ current_password: person.password });
    expect(status).toBe(200);
    expect(body.recovery_codes).toHaveLength(RECOVERY_CODES);
    expect((await scene.mailsTo(person)).at(-1)).toBe('Your recovery codes were replaced');
    expect((await (await scene.startWithPasskey(person)).enterCode(recoveryCodes[0] ?? '')).code).toBeNull();
    const without = await createPerson(app);
    const answer = await scene.call(
      await scene.tokenOf(without),
      'POST',
      '/api/account/second_factor/recovery_codes/',
      {
        current_password: without.password,
      },
    );
    expect(answer.status).toBe(422);
  });
});

describe('one-time codes next to a passkey', () => {
  const CODES = '/api/account/second_factor/';

  it('are turned on with a code of the app only, and keep the recovery codes', async () => {
    const { person, token, device, recoveryCodes } = await scene.createSecured();
    const { body } = await scene.call<{ secret: string }>(token, 'POST', CODES, {
      current_password: person.password,
    });
    const totp = new TOTP({ secret: body.secret });
    const codeOf = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
    expect((await scene.call(token, 'PUT', CODES, { code: recoveryCodes[0] })).status).toBe(422);
    const confirmed = await scene.call(token, 'PUT', CODES, { code: codeOf(0) });
    expect(confirmed).toMatchObject({ status: 200, body: { recovery_codes: [] } });
    expect((await scene.accountOf(token)).second_factor).toEqual({
      on: true,
      recovery_codes_left: RECOVERY_CODES,
    });
    // Either of them signs in.
    expect((await (await scene.startWithPasskey(person)).enterCode(codeOf(1))).code).not.toBeNull();
    const { readOptions, submit } = await scene.startWithPasskey(person);
    expect((await submit(device.use(await readOptions()))).code).not.toBeNull();
    // The password is not enough for new recovery codes.
    const password = { current_password: person.password };
    expect((await scene.call(token, 'POST', `${CODES}recovery_codes/`, password)).status).toBe(422);
    expect((await scene.call(token, 'POST', `${CODES}remove/`, { code: recoveryCodes[0] })).status).toBe(204);
    expect((await scene.accountOf(token)).second_factor).toEqual({
      on: false,
      recovery_codes_left: RECOVERY_CODES - 1,
    });
  });
});
