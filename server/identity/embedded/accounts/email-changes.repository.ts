import type { Database } from '../../../db/database.ts';

/** A confirmed change of an address. */
export interface EmailChangeRow {
  subject: string;
  oldEmail: string;
  email: string;
}

/** The table of email changes: the newest one of each account, until its link expires. Links are stored as hashes of their tokens. */
export class EmailChangesRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Stores the account's change in place of an earlier one. @param hours how long its link works */
  async replace(subject: string, tokenHash: string, email: string, hours: number): Promise<void> {
    await this.#database.query(
      `INSERT INTO email_changes (account_pk, token_hash, email, expires_at)
      SELECT pk, $2, $3, now() + make_interval(hours => $4) FROM accounts WHERE subject::text = $1
      ON CONFLICT (account_pk) DO UPDATE SET token_hash = excluded.token_hash, email = excluded.email,
        expires_at = excluded.expires_at, used_form = NULL`,
      [subject, tokenHash, email, hours],
    );
  }

  /** Finds the new address of a link that works. */
  async find(tokenHash: string): Promise<string | undefined> {
    const [row] = await this.#database.query<{ email: string }>(
      'SELECT email FROM email_changes WHERE token_hash = $1 AND used_form IS NULL AND expires_at > now()',
      [tokenHash],
    );
    return row?.email;
  }

  /** Uses a link, which works once, and returns its change. @param form the hash of the form, for {@link wasUsedBy} */
  async use(tokenHash: string, form: string): Promise<EmailChangeRow | undefined> {
    const [row] = await this.#database.query<EmailChangeRow>(
      `WITH used AS (
        UPDATE email_changes SET used_form = $2
        WHERE token_hash = $1 AND used_form IS NULL AND expires_at > now() RETURNING account_pk, email)
      SELECT subject, accounts.email AS "oldEmail", used.email
      FROM used JOIN accounts ON accounts.pk = account_pk`,
      [tokenHash, form],
    );
    return row;
  }

  /** Returns whether this form has used the link. */
  async wasUsedBy(tokenHash: string, form: string): Promise<boolean> {
    const rows = await this.#database.query(
      'SELECT FROM email_changes WHERE token_hash = $1 AND used_form = $2 AND expires_at > now()',
      [tokenHash, form],
    );
    return rows.length > 0;
  }

  /** Deletes the change of a link. */
  async delete(tokenHash: string): Promise<void> {
    await this.#database.query('DELETE FROM email_changes WHERE token_hash = $1', [tokenHash]);
  }
}
