import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../../config.ts';
import { createPerson } from '#tests/factories/people.ts';
import { CookieBrowser, signIn, signInExtension } from '#tests/helpers/server/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { publicKeys, SecretsKeyError, SecretStore } from './secrets.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ realSignIn: true });
});
afterAll(() => app.close());
beforeEach(() => app.database.query(`DELETE FROM oidc_secrets WHERE name = 'provider'`));

const storedText = async () => {
  const [row] = await app.database.query<{ text: string }>('SELECT value::text AS text FROM oidc_secrets');
  return row?.text ?? '';
};
const store = (...keys: Buffer[]) => new SecretStore(app.database, keys);

describe('the signing key', () => {
  it('is encrypted with the key of the environment', async () => {
    const key = randomBytes(32);
    const secrets = await store(key).load();
    const [signingKey] = secrets.signingKeys;
    expect(await storedText()).not.toContain(signingKey?.d);
    expect(await storedText()).not.toContain(secrets.cookieKeys[0]);
    expect(await store(key).load()).toEqual(secrets);
    await expect(store(randomBytes(32)).load()).rejects.toThrow(SecretsKeyError);
    await expect(store().load()).rejects.toThrow(SecretsKeyError);
  });

  it('that was stored in clear is encrypted at the next start', async () => {
    const secrets = await store().load();
    expect(await storedText()).toContain(secrets.signingKeys[0]?.d);
    expect(await store(randomBytes(32)).load()).toEqual(secrets);
    expect(await storedText()).not.toContain(secrets.signingKeys[0]?.d);
  });

  it('is encrypted again when the environment’s key is replaced', async () => {
    const [first, second] = [randomBytes(32), randomBytes(32)];
    const secrets = await store(first).load();
    expect(await store(second, first).load()).toEqual(secrets);
    expect(await store(second).load()).toEqual(secrets);
    await expect(store(first).load()).rejects.toThrow(SecretsKeyError);
  });

  it('is one set for processes that start in parallel', async () => {
    const key = randomBytes(32);
    const loaded = await Promise.all([1, 2, 3].map(() => store(key).load()));
    expect(new Set(loaded.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
  });

  it('rotates: the newest signs, the two before verify, older ones are gone', async () => {
    const secrets = store(randomBytes(32));
    const ids: (string | undefined)[] = [];
    for (let count = 0; count < 4; count++) {
      ids.unshift((await secrets.load()).signingKeys[0]?.kid);
      await secrets.rotate();
    }
    const { signingKeys, cookieKeys } = await secrets.load();
    expect(signingKeys.map(({ kid }) => kid).slice(1)).toEqual(ids.slice(0, 2));
    expect(cookieKeys).toHaveLength(3);
    expect(JSON.stringify(publicKeys({ signingKeys, cookieKeys }))).not.toContain('"d"');
  });

  it('may be rotated while processes run: old and new tokens work in both, and no session ends', async () => {
    await store().load();
    const before = await startTestApp({ realSignIn: true, database: app.database });
    const person = await createPerson(before);
    const browser = new CookieBrowser(before.address);
    await signIn(browser, person);
    const old = await signInExtension(new CookieBrowser(before.address), person);
    await store().rotate();
    const after = await startTestApp({ realSignIn: true, database: app.database });
    const young = await signInExtension(new CookieBrowser(after.address), person);
    for (const { address } of [before, after]) {
      for (const { access_token: token } of [old, young]) {
        const me = await fetch(`${address}/api/me/`, { headers: { authorization: `Bearer ${token}` } });
        expect(me.status).toBe(200);
      }
    }
    expect((await browser.fetch('/api/session/refresh/', { method: 'POST' })).status).toBe(200);
    await before.app.server.close();
    await after.app.server.close();
  });
});

it('production does not start without an encryption key', () => {
  const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://gopath.example' };
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow('SECRETS_KEY');
  expect(() => readConfig({ ...env, SECRETS_KEY: 'short' })).toThrow('openssl rand -base64 32');
  const key = randomBytes(32).toString('base64');
  const previous = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64'));
  const { secretsKeys } = readConfig({
    ...env,
    SECRETS_KEY: key,
    SECRETS_KEY_PREVIOUS: previous.join(', '),
  });
  expect(secretsKeys.map((bytes) => bytes.toString('base64'))).toEqual([key, ...previous]);
  expect(readConfig({ ...env, OIDC_ISSUER: 'https://id.example', OIDC_AUDIENCE: 'x' }).secretsKeys).toEqual(
    [],
  );
});
