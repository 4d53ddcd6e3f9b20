import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Database } from '../../db/database.ts';

/** What the provider signs with. */
export interface ProviderSecrets {
  /** Private ES256 keys; the first one signs. */
  signingKeys: JWK[];
  cookieKeys: string[];
}

async function makeSecrets(): Promise<ProviderSecrets> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(key);
  return {
    signingKeys: [{ ...key, kid, alg: 'ES256', use: 'sig' }],
    cookieKeys: [randomBytes(32).toString('base64url')],
  };
}

/** The keys that this installation made at its first start; processes that start at once agree on one set. */
export async function loadSecrets(database: Database): Promise<ProviderSecrets> {
  const read = async () => {
    const [row] = await database.query<{ value: ProviderSecrets }>(
      `SELECT value FROM oidc_secrets WHERE name = 'provider'`,
    );
    return row?.value;
  };
  const known = await read();
  if (known !== undefined) return known;
  await database.query(
    `INSERT INTO oidc_secrets (name, value) VALUES ('provider', $1) ON CONFLICT DO NOTHING`,
    [JSON.stringify(await makeSecrets())],
  );
  return (await read()) as ProviderSecrets;
}
