import { createLocalJWKSet, errors, type JWK, type JWTVerifyGetKey } from 'jose';

const RELOAD_MS = 10_000;

/**
 * Finds the public key of a token. An unknown key reloads the keys, so that a process which started before a rotation
 * accepts the tokens of one that started after it.
 */
export function createSigningKeys(keys: JWK[], reload: () => Promise<JWK[]>): JWTVerifyGetKey {
  let find = createLocalJWKSet({ keys });
  let reloadedAt = 0;
  return async (header, token) => {
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || Date.now() - reloadedAt < RELOAD_MS) throw error;
      reloadedAt = Date.now();
      find = createLocalJWKSet({ keys: await reload() });
      return find(header, token);
    }
  };
}
