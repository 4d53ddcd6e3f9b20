import { createHash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Database } from '../../db/database.ts';

/**
 * How long a refresh token still works after its use: two renewals at once, or a client killed in the middle of
 * one, must not end the session. Later use means that it was stolen, and revokes the whole sign-in.
 */
export const REUSE_LEEWAY_SECONDS = 30;

function hash(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

interface Row {
  payload: AdapterPayload;
  consumedAt: Date | null;
  graceful: boolean;
}

/** Where oidc-provider keeps codes, tokens, grants and unfinished sign-ins: one table, ids hashed. */
export function createOidcAdapter(database: Database): (kind: string) => Adapter {
  return (kind) => (kind === 'Session' ? noSessions : adapterOf(database, kind));
}

function adapterOf(database: Database, kind: string): Adapter {
  return {
    async upsert(id, payload, expiresIn) {
      const { jti: _jti, ...rest } = payload;
      const grantId = kind === 'Grant' ? id : (payload.grantId ?? null);
      await database.query(
        `INSERT INTO oidc_payloads (kind, id_hash, payload, account_id, grant_id, expires_at)
        VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
        ON CONFLICT (kind, id_hash) DO UPDATE SET payload = excluded.payload, account_id = excluded.account_id,
          grant_id = excluded.grant_id, expires_at = excluded.expires_at`,
        [kind, hash(id), JSON.stringify(rest), payload.accountId ?? null, grantId, expiresIn],
      );
    },

    async find(id) {
      const [row] = await database.query<Row>(
        `SELECT payload, consumed_at AS "consumedAt",
          consumed_at > now() - make_interval(secs => ${REUSE_LEEWAY_SECONDS}) AS graceful
        FROM oidc_payloads WHERE kind = $1 AND id_hash = $2 AND expires_at > now()`,
        [kind, hash(id)],
      );
      if (row === undefined) return undefined;
      const isUsed = row.consumedAt !== null && !(kind === 'RefreshToken' && row.graceful);
      return { ...row.payload, jti: id, ...(isUsed ? { consumed: true } : {}) } as AdapterPayload;
    },

    /** Once, also when two ask at the same time. */
    async consume(id) {
      const rows = await database.query(
        `UPDATE oidc_payloads SET consumed_at = now() WHERE kind = $1 AND id_hash = $2 AND consumed_at IS NULL
        RETURNING 1`,
        [kind, hash(id)],
      );
      // A refresh token consumed before got past find() only because of the leeway.
      if (rows.length === 0 && kind !== 'RefreshToken') throw new errors.InvalidGrant('already used');
    },

    async destroy(id) {
      await database.query('DELETE FROM oidc_payloads WHERE kind = $1 AND id_hash = $2', [kind, hash(id)]);
    },

    async revokeByGrantId(grantId) {
      await revokeGrants(database, [grantId]);
    },

    findByUid: () => Promise.resolve(undefined),
    findByUserCode: () => Promise.resolve(undefined),
  };
}

/**
 * The provider keeps no session of its own: every sign-in asks for the password, so signing out of GoPath on a
 * shared computer leaves no door open.
 */
const noSessions: Adapter = {
  upsert: () => Promise.resolve(undefined),
  find: () => Promise.resolve(undefined),
  findByUid: () => Promise.resolve(undefined),
  findByUserCode: () => Promise.resolve(undefined),
  consume: () => Promise.resolve(undefined),
  destroy: () => Promise.resolve(undefined),
  revokeByGrantId: () => Promise.resolve(undefined),
};

/** Ends sign-ins: their refresh tokens are gone, and their access tokens are refused from the next request on. */
export async function revokeGrants(database: Database, grantIds: readonly string[]): Promise<void> {
  await database.transaction(async () => {
    await database.query(
      `INSERT INTO revoked_sessions (session_id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`,
      [grantIds],
    );
    await database.query('DELETE FROM oidc_payloads WHERE grant_id = ANY ($1::text[])', [grantIds]);
  });
}

/** Ends every sign-in of an account. */
export async function revokeAccount(database: Database, subject: string): Promise<void> {
  const rows = await database.query<{ grantId: string }>(
    `SELECT DISTINCT grant_id AS "grantId" FROM oidc_payloads WHERE account_id = $1 AND grant_id IS NOT NULL`,
    [subject],
  );
  await revokeGrants(
    database,
    rows.map(({ grantId }) => grantId),
  );
}

/** Forgets what has run out. */
export async function cleanUpIdentity(database: Database): Promise<void> {
  await database.query('DELETE FROM oidc_payloads WHERE expires_at < now()', []);
  await database.query(
    `DELETE FROM oidc_payloads AS grants WHERE kind = 'Grant'
      AND (payload->>'iat')::bigint < extract(epoch FROM now()) - 86400
      AND NOT EXISTS (SELECT FROM oidc_payloads AS tokens
        WHERE tokens.grant_id = grants.grant_id AND tokens.kind <> 'Grant')`,
    [],
  );
  await database.query('DELETE FROM account_links WHERE expires_at < now()', []);
  await database.query('DELETE FROM web_sessions WHERE expires_at < now()', []);
  await database.query(`DELETE FROM revoked_sessions WHERE revoked_at < now() - interval '1 day'`, []);
  await database.query('DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000', []);
}
