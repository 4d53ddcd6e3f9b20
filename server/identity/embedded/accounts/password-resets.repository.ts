import type { Database } from '../../../db/database.ts';

/** The table of password reset links. Links are stored as hashes of their tokens. */
export class PasswordResetsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Replaces the account's password reset link. @param hours its lifetime */
  async replace(subject: string, tokenHash: string, hours: number): Promise<void> {
    await this.deleteOf(subject);
    await this.#database.query(
      `INSERT INTO password_reset_links (token_hash, account_pk, expires_at)
      SELECT $2, pk, now() + make_interval(hours => $3) FROM accounts WHERE subject::text = $1`,
      [subject, tokenHash, hours],
    );
  }

  /** Deletes the account's password reset links. @param options.except the token hash of a link that stays */
  async deleteOf(subject: string, { except = '' }: { except?: string } = {}): Promise<void> {
    await this.#database.query(
      `DELETE FROM password_reset_links
      WHERE account_pk = (SELECT pk FROM accounts WHERE subject::text = $1) AND token_hash <> $2`,
      [subject, except],
    );
  }

  /** Finds the account of an unused password reset link. */
  async ownerOf(
    tokenHash: string,
  ): Promise<{ firstName: string; lastName: string; email: string } | undefined> {
    const [row] = await this.#database.query<{ firstName: string; lastName: string; email: string }>(
      `SELECT first_name AS "firstName", last_name AS "lastName", email
      FROM password_reset_links JOIN accounts ON accounts.pk = account_pk
      WHERE token_hash = $1 AND used_form IS NULL AND expires_at > now()`,
      [tokenHash],
    );
    return row;
  }

  /**
   * Sets the password with a single-use link.
   * @param reset.form the hash of the form, for {@link wasUsedBy}
   * @returns undefined when the link is invalid
   */
  async use(
    tokenHash: string,
    { form, passwordHash }: { form: string; passwordHash: string },
  ): Promise<{ subject: string; email: string } | undefined> {
    const [row] = await this.#database.query<{ subject: string; email: string }>(
      `WITH used AS (
        UPDATE password_reset_links SET used_form = $2
        WHERE token_hash = $1 AND used_form IS NULL AND expires_at > now() RETURNING account_pk)
      UPDATE accounts SET password_hash = $3, password_changed_at = clock_timestamp()
      FROM used WHERE pk = account_pk RETURNING subject, email`,
      [tokenHash, form, passwordHash],
    );
    return row;
  }

  /** Returns whether this form has used the link, and nothing has changed the password since. */
  async wasUsedBy(tokenHash: string, form: string): Promise<boolean> {
    const rows = await this.#database.query(
      'SELECT FROM password_reset_links WHERE token_hash = $1 AND used_form = $2 AND expires_at > now()',
      [tokenHash, form],
    );
    return rows.length > 0;
  }
}
