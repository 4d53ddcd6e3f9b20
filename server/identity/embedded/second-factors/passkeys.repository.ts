import type { Database } from '../../../db/database.ts';

/** A passkey in its owner's settings. */
export interface PasskeyRow {
  pk: number;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** A passkey with what verifies its signatures. */
export interface PasskeyKey {
  pk: number;
  subject: string;
  /** In base64url. */
  publicKey: string;
}

const ACCOUNT = '(SELECT pk FROM accounts WHERE subject::text = $1)';

/** The tables of passkeys, by the subject of the account, and of their challenges. */
export class PasskeysRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the account's passkeys, oldest first. */
  list(subject: string): Promise<PasskeyRow[]> {
    return this.#database.query(
      `SELECT pk, name, created_at AS "createdAt", last_used_at AS "lastUsedAt"
      FROM passkeys WHERE account_pk = ${ACCOUNT} ORDER BY pk`,
      [subject],
    );
  }

  /** Returns the credential ids of the account's passkeys. */
  async credentialIds(subject: string): Promise<string[]> {
    const rows = await this.#database.query<{ id: string }>(
      `SELECT credential_id AS id FROM passkeys WHERE account_pk = ${ACCOUNT} ORDER BY pk`,
      [subject],
    );
    return rows.map(({ id }) => id);
  }

  /** Stores a challenge; it replaces the holder's earlier one. */
  async setChallenge(holder: string, challenge: string, minutes: number): Promise<void> {
    await this.#database.query(
      `INSERT INTO passkey_challenges VALUES ($1, $2, now() + make_interval(mins => $3))
      ON CONFLICT (holder) DO UPDATE SET challenge = excluded.challenge, expires_at = excluded.expires_at`,
      [holder, challenge, minutes],
    );
  }

  /** Deletes the challenge of a holder. @returns it, unless it has expired */
  async takeChallenge(holder: string): Promise<string | undefined> {
    const [row] = await this.#database.query<{ challenge: string; isValid: boolean }>(
      `DELETE FROM passkey_challenges WHERE holder = $1 RETURNING challenge, expires_at > now() AS "isValid"`,
      [holder],
    );
    return row?.isValid === true ? row.challenge : undefined;
  }

  /** @returns false when the passkey exists already */
  async insert(
    subject: string,
    passkey: { credentialId: string; publicKey: string; counter: number; name: string },
  ): Promise<boolean> {
    const { credentialId, publicKey, counter, name } = passkey;
    const rows = await this.#database.query(
      `INSERT INTO passkeys (account_pk, credential_id, public_key, counter, name)
      SELECT pk, $2, $3, $4, $5 FROM accounts WHERE subject::text = $1
      ON CONFLICT (credential_id) DO NOTHING RETURNING 1`,
      [subject, credentialId, publicKey, counter, name],
    );
    return rows.length > 0;
  }

  /** Finds the passkey of a response. */
  async find(credentialId: string): Promise<PasskeyKey | undefined> {
    const [row] = await this.#database.query<PasskeyKey>(
      `SELECT passkeys.pk, subject, public_key AS "publicKey"
      FROM passkeys JOIN accounts ON accounts.pk = account_pk WHERE credential_id = $1`,
      [credentialId],
    );
    return row;
  }

  /** Stores the counter of a signature. @returns false unless it increased; devices that do not count send 0 */
  async use(pk: number, counter: number): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE passkeys SET counter = $2, last_used_at = now()
      WHERE pk = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING 1`,
      [pk, counter],
    );
    return rows.length > 0;
  }

  /** @returns false when the account does not have it */
  async rename(subject: string, pk: number, name: string): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE passkeys SET name = $3 WHERE account_pk = ${ACCOUNT} AND pk = $2 RETURNING 1`,
      [subject, pk, name],
    );
    return rows.length > 0;
  }

  /** @returns false when the account does not have it */
  async delete(subject: string, pk: number): Promise<boolean> {
    const rows = await this.#database.query(
      `DELETE FROM passkeys WHERE account_pk = ${ACCOUNT} AND pk = $2 RETURNING 1`,
      [subject, pk],
    );
    return rows.length > 0;
  }
}
