import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Database } from '../../../db/database.ts';
import { decryptText, encryptText } from './encryption.ts';
import { type ProviderSecrets, SecretsRepository, type StoredSecrets } from './secrets.repository.ts';

/** How many replaced keys still verify. */
const PREVIOUS_KEYS = 2;

/** The database contains secrets that none of the configured keys decrypts. */
export class SecretsKeyError extends Error {
  constructor() {
    super(
      'The secrets in the database cannot be decrypted. Set SECRETS_KEY to the key they were encrypted with, or ' +
        'put that key in SECRETS_KEY_PREVIOUS.',
    );
    this.name = 'SecretsKeyError';
  }
}

function encrypt(secrets: ProviderSecrets, keys: readonly Buffer[]): StoredSecrets {
  const [key] = keys;
  return key === undefined ? secrets : { encrypted: encryptText(JSON.stringify(secrets), key) };
}

function decryptWith(key: Buffer, encrypted: string): ProviderSecrets | undefined {
  const text = decryptText(encrypted, key);
  return text === undefined ? undefined : (JSON.parse(text) as ProviderSecrets);
}

/** @throws SecretsKeyError */
function decrypt(stored: StoredSecrets, keys: readonly Buffer[]): ProviderSecrets {
  if (!('encrypted' in stored)) return stored;
  for (const key of keys) {
    const secrets = decryptWith(key, stored.encrypted);
    if (secrets !== undefined) return secrets;
  }
  throw new SecretsKeyError();
}

async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = await exportJWK(privateKey);
  return { ...key, kid: await calculateJwkThumbprint(key), alg: 'ES256', use: 'sig' };
}

const createCookieKey = () => randomBytes(32).toString('base64url');

/** Stores the provider's keys in the database. */
export class SecretStore {
  readonly #database: Database;
  readonly #rows: SecretsRepository;
  readonly #keys: readonly Buffer[];

  /** @param keys encryption keys: the first encrypts, the others only decrypt; none stores plain text */
  constructor(database: Database, keys: readonly Buffer[]) {
    this.#database = database;
    this.#rows = new SecretsRepository(database);
    this.#keys = keys;
  }

  /**
   * Reads the keys, and creates them at the first start; processes that start at the same time agree on one set. Plain
   * text secrets, or secrets with a previous encryption key, are encrypted with the current key.
   * @throws SecretsKeyError
   */
  async load(): Promise<ProviderSecrets> {
    if ((await this.#rows.read()) === undefined) {
      const secrets = { signingKeys: [await createSigningKey()], cookieKeys: [createCookieKey()] };
      await this.#rows.insert(encrypt(secrets, this.#keys));
    }
    return this.#database.transaction(async () => {
      const stored = (await this.#rows.lock()) as StoredSecrets;
      const secrets = decrypt(stored, this.#keys);
      const [current] = this.#keys;
      const isCurrent =
        current === undefined ||
        ('encrypted' in stored && decryptWith(current, stored.encrypted) !== undefined);
      if (!isCurrent) await this.#rows.update(encrypt(secrets, this.#keys));
      return secrets;
    });
  }

  /** Adds a new signing key and cookie key in front; the previous two still verify. */
  async rotate(): Promise<void> {
    const [signingKey, cookieKey] = [await createSigningKey(), createCookieKey()];
    await this.load();
    await this.#database.transaction(async () => {
      const secrets = decrypt((await this.#rows.lock()) as StoredSecrets, this.#keys);
      const rotated = {
        signingKeys: [signingKey, ...secrets.signingKeys.slice(0, PREVIOUS_KEYS)],
        cookieKeys: [cookieKey, ...secrets.cookieKeys.slice(0, PREVIOUS_KEYS)],
      };
      await this.#rows.update(encrypt(rotated, this.#keys));
    });
  }
}

/** Returns the public signing keys. */
export function publicKeys({ signingKeys }: ProviderSecrets): JWK[] {
  return signingKeys.map(({ d: _private, ...key }) => key);
}
