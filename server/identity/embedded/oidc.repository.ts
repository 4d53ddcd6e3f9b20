import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Database } from '../../db/database.ts';
import { hashOf } from '../../lib/hash.ts';
import { EMBEDDED_ISSUER } from './issuer.ts';

interface Row {
  payload: AdapterPayload;
  consumedAt: Date | null;
  wasSuperseded: boolean;
}

/**
 * True once the token of `used` cannot be exchanged any more: its successor, or another successor of the same token,
 * was used. Until then a client that lost the response can repeat the exchange at any time.
 */
const WAS_SUPERSEDED = `EXISTS (SELECT FROM oidc_payloads AS newer
  WHERE newer.kind = 'RefreshToken' AND newer.grant_id = used.grant_id AND newer.id_hash <> used.id_hash
    AND newer.consumed_at IS NOT NULL
    AND coalesce((newer.payload->>'rotations')::int, 0) >= coalesce((used.payload->>'rotations')::int, 0))`;

/** Stores codes, tokens, grants and unfinished sign-ins of oidc-provider in one table, with hashed ids. */
export function createOidcAdapter(database: Database): (kind: string) => Adapter {
  return (kind) => {
    if (kind === 'Session') return noSessions;
    return kind === 'RefreshToken' ? refreshTokens(database) : adapterOf(database, kind);
  };
}

/** Returns the account of a payload; an unfinished sign-in has one after the password was checked. */
function accountOf(payload: AdapterPayload): string | null {
  const { login, secondFactor } = (payload['result'] ?? {}) as Record<
    string,
    { accountId?: unknown } | undefined
  >;
  const submitted = login?.accountId ?? secondFactor?.accountId;
  return payload.accountId ?? (typeof submitted === 'string' ? submitted : null);
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
        [kind, hashOf(id), JSON.stringify(rest), accountOf(payload), grantId, expiresIn],
      );
    },

    async find(id) {
      const [row] = await database.query<Pick<Row, 'payload' | 'consumedAt'>>(
        `SELECT payload, consumed_at AS "consumedAt" FROM oidc_payloads
        WHERE kind = $1 AND id_hash = $2 AND expires_at > now()`,
        [kind, hashOf(id)],
      );
      return row && toPayload(id, row.payload, row.consumedAt !== null);
    },

    /** Succeeds once, even for concurrent requests. */
    async consume(id) {
      const rows = await database.query(
        `UPDATE oidc_payloads SET consumed_at = now() WHERE kind = $1 AND id_hash = $2 AND consumed_at IS NULL
        RETURNING 1`,
        [kind, hashOf(id)],
      );
      if (rows.length === 0) throw new errors.InvalidGrant('already used');
    },

    async destroy(id) {
      await database.query('DELETE FROM oidc_payloads WHERE kind = $1 AND id_hash = $2', [kind, hashOf(id)]);
    },

    async revokeByGrantId(grantId) {
      await revokeGrants(database, [grantId]);
    },

    findByUid: () => Promise.resolve(undefined),
    findByUserCode: () => Promise.resolve(undefined),
  };
}

/**
 * Creates the adapter of refresh tokens. A token can be exchanged again until its successor was used, because the
 * response may have been lost. A later exchange counts as theft: the provider sees the token as consumed and revokes
 * its grant.
 */
function refreshTokens(database: Database): Adapter {
  return {
    ...adapterOf(database, 'RefreshToken'),

    async find(id) {
      const [row] = await database.query<Row>(
        `SELECT payload, consumed_at AS "consumedAt", ${WAS_SUPERSEDED} AS "wasSuperseded"
        FROM oidc_payloads AS used WHERE kind = 'RefreshToken' AND id_hash = $1 AND expires_at > now()`,
        [hashOf(id)],
      );
      return row && toPayload(id, row.payload, row.wasSuperseded);
    },

    /** Waits for other exchanges of the grant, so that only one of two successors is ever used. */
    async consume(id) {
      await database.transaction(async () => {
        await database.query(
          `SELECT FROM oidc_payloads WHERE kind = 'Grant' AND grant_id =
            (SELECT grant_id FROM oidc_payloads WHERE kind = 'RefreshToken' AND id_hash = $1) FOR UPDATE`,
          [hashOf(id)],
        );
        const rows = await database.query(
          `UPDATE oidc_payloads AS used SET consumed_at = coalesce(consumed_at, now())
          WHERE kind = 'RefreshToken' AND id_hash = $1 AND NOT ${WAS_SUPERSEDED} RETURNING 1`,
          [hashOf(id)],
        );
        if (rows.length === 0) throw new errors.InvalidGrant('already used');
      });
    },
  };
}

function toPayload(id: string, payload: AdapterPayload, isConsumed: boolean): AdapterPayload {
  return { ...payload, jti: id, ...(isConsumed ? { consumed: true } : {}) };
}

/**
 * Stores no provider sessions: every sign-in asks for the password, so that a session left open on a shared computer
 * gives no access.
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

/** Ends sign-ins: deletes their refresh tokens and refuses their access tokens from the next request on. */
export async function revokeGrants(database: Database, grantIds: readonly string[]): Promise<void> {
  await database.transaction(async () => {
    await database.query(
      `INSERT INTO revoked_sessions (session_id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`,
      [grantIds],
    );
    await database.query('DELETE FROM oidc_payloads WHERE grant_id = ANY ($1::text[])', [grantIds]);
    await database.query('DELETE FROM sign_in_devices WHERE session_id = ANY ($1::text[])', [grantIds]);
  });
}

/** Ends one sign-in and all unfinished steps of its account: submitted passwords and unused codes. */
export async function endGrant(database: Database, grantId: string): Promise<void> {
  await database.transaction(async () => {
    await database.query(
      `DELETE FROM oidc_payloads WHERE kind IN ('Interaction', 'AuthorizationCode') AND account_id IN
        (SELECT account_id FROM oidc_payloads WHERE kind = 'Grant' AND grant_id = $1)`,
      [grantId],
    );
    await revokeGrants(database, [grantId]);
  });
}

/** Ends every sign-in of an account, unfinished ones included, its calendar link and its unconfirmed new address. */
export async function revokeAccount(database: Database, subject: string): Promise<void> {
  await database.query('SELECT end_sign_ins($1, $2)', [EMBEDDED_ISSUER, subject]);
}

/** Deletes expired rows. */
export async function cleanUpIdentity(database: Database): Promise<void> {
  await database.query('DELETE FROM oidc_payloads WHERE expires_at < now()', []);
  await database.query(
    `DELETE FROM oidc_payloads AS grants WHERE kind = 'Grant'
      AND (payload->>'iat')::bigint < extract(epoch FROM now()) - 86400
      AND NOT EXISTS (SELECT FROM oidc_payloads AS tokens
        WHERE tokens.grant_id = grants.grant_id AND tokens.kind <> 'Grant')`,
    [],
  );
  await database.query(
    `UPDATE sign_in_devices SET ip = NULL WHERE ip IS NOT NULL AND signed_in_at < now() - interval '90 days'`,
    [],
  );
  await database.query(
    `DELETE FROM sign_in_devices WHERE NOT EXISTS
      (SELECT FROM oidc_payloads WHERE grant_id = sign_in_devices.session_id)`,
    [],
  );
  await database.query('DELETE FROM password_reset_links WHERE expires_at < now()', []);
  await database.query('DELETE FROM passkey_challenges WHERE expires_at < now()', []);
  await database.query('DELETE FROM email_changes WHERE expires_at < now()', []);
  await database.query('DELETE FROM sign_ups WHERE expires_at < now()', []);
  await database.query('DELETE FROM sign_in_failures WHERE expires_at < now()', []);
  await database.query('DELETE FROM web_sessions WHERE expires_at < now()', []);
  await database.query(`DELETE FROM revoked_sessions WHERE revoked_at < now() - interval '1 day'`, []);
  await database.query('DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000', []);
}
