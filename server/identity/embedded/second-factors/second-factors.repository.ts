import type { Database } from '../../../db/database.ts';
import { EMBEDDED_ISSUER } from '../issuer.ts';

/** An account's one-time codes. */
export interface SecondFactorRow {
  secret: string;
  confirmedAt: Date | null;
}

/** What an account has besides its password. */
export interface SecondFactorState {
  /** Whether one-time codes are on. */
  codes: boolean;
  passkeys: boolean;
  recoveryCodesLeft: number;
}

const ACCOUNT = '(SELECT pk FROM accounts WHERE subject::text = $1)';

/** The tables of one-time codes and recovery codes, by the subject of the account. */
export class SecondFactorsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Finds the account's one-time codes, confirmed or not. */
  async find(subject: string): Promise<SecondFactorRow | undefined> {
    const [row] = await this.#database.query<SecondFactorRow>(
      `SELECT secret, confirmed_at AS "confirmedAt" FROM second_factors WHERE account_pk = ${ACCOUNT}`,
      [subject],
    );
    return row;
  }

  /** Returns which second factors the account has. */
  async state(subject: string): Promise<SecondFactorState> {
    const [row] = await this.#database.query<SecondFactorState>(
      `SELECT
        EXISTS (SELECT FROM second_factors WHERE account_pk = pk AND confirmed_at IS NOT NULL) AS codes,
        EXISTS (SELECT FROM passkeys WHERE account_pk = accounts.pk) AS passkeys,
        (SELECT count(*)::int FROM recovery_codes WHERE account_pk = pk) AS "recoveryCodesLeft"
      FROM accounts WHERE subject::text = $1`,
      [subject],
    );
    return row ?? { codes: false, passkeys: false, recoveryCodesLeft: 0 };
  }

  /** Makes other changes of the account's second factors wait for this transaction. */
  async lock(subject: string): Promise<void> {
    await this.#database.query('SELECT FROM accounts WHERE subject::text = $1 FOR UPDATE', [subject]);
  }

  /** Reads every secret, to encrypt it with another key. */
  all(): Promise<{ accountPk: number; secret: string }[]> {
    return this.#database.query('SELECT account_pk AS "accountPk", secret FROM second_factors');
  }

  /** Replaces a stored secret unless it has changed. */
  async replaceStored(accountPk: number, before: string, after: string): Promise<void> {
    await this.#database.query(
      'UPDATE second_factors SET secret = $3 WHERE account_pk = $1 AND secret = $2',
      [accountPk, before, after],
    );
  }

  /** Returns whether the account belongs to a person with global permissions. */
  async isStaff(subject: string): Promise<boolean> {
    const rows = await this.#database.query(
      `SELECT FROM users WHERE issuer = $1 AND subject = $2 AND role <> 'student'
        AND EXISTS (SELECT FROM user_permissions WHERE user_pk = users.pk)`,
      [EMBEDDED_ISSUER, subject],
    );
    return rows.length > 0;
  }

  /** Stores a secret that is not confirmed yet. @returns false when a confirmed one exists */
  async replaceUnconfirmed(subject: string, secret: string): Promise<boolean> {
    const rows = await this.#database.query(
      `INSERT INTO second_factors (account_pk, secret) SELECT pk, $2 FROM accounts WHERE subject::text = $1
      ON CONFLICT (account_pk) DO UPDATE SET secret = excluded.secret, last_step = 0
      WHERE second_factors.confirmed_at IS NULL RETURNING 1`,
      [subject, secret],
    );
    return rows.length > 0;
  }

  /** Marks the code of a time step as used. @returns false when it or a later one was used before */
  async useStep(subject: string, step: number): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE second_factors SET last_step = $2 WHERE account_pk = ${ACCOUNT} AND last_step < $2 RETURNING 1`,
      [subject, step],
    );
    return rows.length > 0;
  }

  /** Turns one-time codes on. @returns false when they are on already */
  async confirm(subject: string): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE second_factors SET confirmed_at = now() WHERE account_pk = ${ACCOUNT} AND confirmed_at IS NULL
      RETURNING 1`,
      [subject],
    );
    return rows.length > 0;
  }

  /** Turns one-time codes off. */
  async delete(subject: string): Promise<void> {
    await this.#database.query(`DELETE FROM second_factors WHERE account_pk = ${ACCOUNT}`, [subject]);
  }

  /** Replaces the recovery codes. */
  async replaceRecoveryCodes(subject: string, hashes: readonly string[]): Promise<void> {
    await this.deleteRecoveryCodes(subject);
    await this.#database.query(
      `INSERT INTO recovery_codes (account_pk, code_hash) SELECT pk, unnest($2::text[])
      FROM accounts WHERE subject::text = $1`,
      [subject, hashes],
    );
  }

  /** Deletes a recovery code. @returns false when it does not exist or was used */
  async useRecoveryCode(subject: string, hash: string): Promise<boolean> {
    const rows = await this.#database.query(
      `DELETE FROM recovery_codes WHERE account_pk = ${ACCOUNT} AND code_hash = $2 RETURNING 1`,
      [subject, hash],
    );
    return rows.length > 0;
  }

  /** Deletes the recovery codes. */
  async deleteRecoveryCodes(subject: string): Promise<void> {
    await this.#database.query(`DELETE FROM recovery_codes WHERE account_pk = ${ACCOUNT}`, [subject]);
  }
}
