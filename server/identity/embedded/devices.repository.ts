import type { Database } from '../../db/database.ts';
import { revokeGrants } from './oidc.repository.ts';

/** The device and location of a sign-in. */
export interface SignInPlace {
  browser: string;
  ip: string;
}

/** An active sign-in. Sign-ins from before devices were stored have no location. */
export interface SignedInDevice {
  sessionId: string;
  client: 'web' | 'extension' | null;
  browser: string | null;
  ip: string | null;
  signedInAt: Date;
  /** The last renewal of its tokens: at most 10 minutes before the last request. */
  lastUsedAt: Date;
}

/** Lists and ends the sign-ins of an account at the embedded provider. */
export type Devices = ReturnType<typeof createDevices>;

/** Creates the functions that list and end sign-ins at the embedded provider. */
export function createDevices(database: Database) {
  return {
    async add(sessionId: string, client: 'web' | 'extension', { browser, ip }: SignInPlace): Promise<void> {
      await database.query(
        'INSERT INTO sign_in_devices (session_id, client, browser, ip) VALUES ($1, $2, $3, $4)',
        [sessionId, client, browser, ip],
      );
    },

    /** Finds the sign-ins of an account, most recently used first. */
    list(subject: string): Promise<SignedInDevice[]> {
      return database.query<SignedInDevice>(
        `SELECT token.grant_id AS "sessionId", device.client, device.browser, device.ip,
          coalesce(device.signed_in_at, min(to_timestamp((payload->>'iat')::bigint))) AS "signedInAt",
          max(to_timestamp((payload->>'iat')::bigint)) AS "lastUsedAt"
        FROM oidc_payloads AS token LEFT JOIN sign_in_devices AS device ON device.session_id = token.grant_id
        WHERE kind = 'RefreshToken' AND account_id = $1 AND grant_id IS NOT NULL AND expires_at > now()
        GROUP BY token.grant_id, device.session_id ORDER BY "lastUsedAt" DESC, token.grant_id`,
        [subject],
      );
    },

    /**
     * Ends sign-ins of an account: their tokens are refused from the next request on, in every process.
     * @param which one sign-in, or all but one; the latter ends unfinished sign-ins too
     * @returns how many ended
     */
    async end(subject: string, which: { only: string } | { allBut: string }): Promise<number> {
      const [only, allBut] = 'only' in which ? [which.only, null] : [null, which.allBut];
      return database.transaction(async () => {
        const grants = await database.query<{ grantId: string }>(
          `SELECT DISTINCT grant_id AS "grantId" FROM oidc_payloads
          WHERE account_id = $1 AND (grant_id = $2 OR ($2::text IS NULL AND grant_id <> $3))`,
          [subject, only, allBut],
        );
        if (allBut !== null) {
          await database.query(`DELETE FROM oidc_payloads WHERE account_id = $1 AND kind = 'Interaction'`, [
            subject,
          ]);
        }
        const ended = grants.map(({ grantId }) => grantId);
        await revokeGrants(database, ended);
        await database.query('DELETE FROM web_sessions WHERE session_id = ANY ($1::text[])', [ended]);
        return ended.length;
      });
    },
  };
}
