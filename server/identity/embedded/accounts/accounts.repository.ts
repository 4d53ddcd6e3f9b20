import { CONSENT_VERSION } from '#shared/session/schema.ts';
import type { Database } from '../../../db/database.ts';
import { EMBEDDED_ISSUER } from '../issuer.ts';

/** The claims of an account in ID tokens. */
export interface AccountClaims {
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** A sign-up whose link was opened. */
export interface PendingSignUp {
  email: string;
  firstName: string;
  lastName: string;
}

/** An account with its password. */
export interface AccountRow {
  subject: string;
  email: string;
  passwordHash: string;
  passwordChangedAt: Date;
}

/** The tables of accounts, sign-ups and reset links. Links are stored as hashes of their tokens. */
export class AccountsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Inserts an account. @returns its subject; undefined when the email address has an account */
  async insert(account: {
    email: string;
    passwordHash: string;
    firstName: string;
    lastName: string;
  }): Promise<string | undefined> {
    const [row] = await this.#database.query<{ subject: string }>(
      `INSERT INTO accounts (email, password_hash, first_name, last_name) VALUES ($1, $2, $3, $4)
      ON CONFLICT (lower(email)) DO NOTHING RETURNING subject`,
      [account.email, account.passwordHash, account.firstName, account.lastName],
    );
    return row?.subject;
  }

  /**
   * Inserts the student of a new account. @returns the pk; undefined when a person has the email address or
   * the sign-in
   */
  async insertStudent(student: {
    firstName: string;
    lastName: string;
    email: string;
    subject: string;
    birthday: string;
    timeZone: string;
  }): Promise<number | undefined> {
    const { firstName, lastName, email, subject, birthday, timeZone } = student;
    const [row] = await this.#database.query<{ pk: number }>(
      `INSERT INTO users (role, first_name, last_name, email, issuer, subject, birthday, consent_version,
        consented_at, time_zone)
      VALUES ('student', $1, $2, $3, $4, $5, $6, $7, now(), $8) ON CONFLICT DO NOTHING RETURNING pk`,
      [firstName, lastName, email, EMBEDDED_ISSUER, subject, birthday, CONSENT_VERSION, timeZone],
    );
    return row?.pk;
  }

  /** Lets the new student continue the sign-up (AUTH-010). @param hours the lifetime of its session */
  async insertContinuedSignUp(sessionHash: string, userPk: number, email: string, hours: number) {
    await this.#database.query(
      `INSERT INTO continued_sign_ups (session_hash, user_pk, email, expires_at)
      VALUES ($1, $2, $3, now() + make_interval(hours => $4))`,
      [sessionHash, userPk, email, hours],
    );
  }

  /**
   * Finds an active account by the rules of `Accounts.find`.
   * @param signedInAt seconds since 1970; undefined skips that comparison
   */
  async find(subject: string, signedInAt?: number): Promise<AccountClaims | undefined> {
    const [row] = await this.#database.query<AccountClaims>(
      `SELECT accounts.subject, accounts.email, accounts.first_name AS "firstName",
        accounts.last_name AS "lastName"
      FROM accounts LEFT JOIN users ON users.issuer = $2 AND users.subject = $1
      WHERE accounts.subject::text = $1 AND users.disabled_at IS NULL AND ($3::bigint IS NULL OR
        to_timestamp($3) >= date_trunc('second', greatest(password_changed_at, tokens_valid_after)))`,
      [subject, EMBEDDED_ISSUER, signedInAt ?? null],
    );
    return row;
  }

  /** Finds an account by its email address, ignoring case. */
  async findByEmail(email: string): Promise<AccountRow | undefined> {
    const [row] = await this.#database.query<AccountRow>(
      `SELECT subject, email, password_hash AS "passwordHash", password_changed_at AS "passwordChangedAt"
      FROM accounts WHERE lower(email) = lower($1)`,
      [email],
    );
    return row;
  }

  /** Returns the kind of owner of an email address: an account, or a person who has never signed in. */
  async ownerOf(email: string): Promise<'account' | 'person' | undefined> {
    const [row] = await this.#database.query<{ hasAccount: boolean; hasPerson: boolean }>(
      `SELECT EXISTS (SELECT FROM accounts WHERE lower(email) = lower($1)) AS "hasAccount",
        EXISTS (SELECT FROM users WHERE lower(email) = lower($1)) AS "hasPerson"`,
      [email],
    );
    if (row?.hasAccount === true) return 'account';
    return row?.hasPerson === true ? 'person' : undefined;
  }

  /** Returns when the account's password was last changed. */
  async passwordChangedAt(subject: string): Promise<Date | undefined> {
    const [row] = await this.#database.query<{ passwordChangedAt: Date }>(
      'SELECT password_changed_at AS "passwordChangedAt" FROM accounts WHERE subject::text = $1',
      [subject],
    );
    return row?.passwordChangedAt;
  }

  /** Replaces the password. */
  async setPassword(subject: string, passwordHash: string): Promise<void> {
    await this.#database.query(
      `UPDATE accounts SET password_hash = $2, password_changed_at = clock_timestamp()
      WHERE subject::text = $1`,
      [subject, passwordHash],
    );
  }

  /** Changes the address of an account and of its person. */
  async setEmail(subject: string, email: string): Promise<void> {
    await this.#database.query('UPDATE accounts SET email = $2 WHERE subject::text = $1', [subject, email]);
    await this.#database.query('UPDATE users SET email = $3 WHERE issuer = $1 AND subject = $2', [
      EMBEDDED_ISSUER,
      subject,
      email,
    ]);
  }

  /** Inserts a pending sign-up. @param hours the lifetime of its link */
  async insertSignUp(tokenHash: string, { email, firstName, lastName }: PendingSignUp, hours: number) {
    await this.#database.query(
      `INSERT INTO sign_ups (token_hash, email, first_name, last_name, expires_at)
      VALUES ($1, $2, $3, $4, now() + make_interval(hours => $5))`,
      [tokenHash, email, firstName, lastName, hours],
    );
  }

  /** Finds the sign-up of a valid link. */
  async findSignUp(tokenHash: string): Promise<PendingSignUp | undefined> {
    const [row] = await this.#database.query<PendingSignUp>(
      `SELECT email, first_name AS "firstName", last_name AS "lastName" FROM sign_ups
      WHERE token_hash = $1 AND expires_at > now()`,
      [tokenHash],
    );
    return row;
  }

  /** Deletes every pending sign-up of an email address. */
  async deleteSignUps(email: string): Promise<void> {
    await this.#database.query('DELETE FROM sign_ups WHERE lower(email) = lower($1)', [email]);
  }

  /** Deletes the emails to an address that belong to no person. */
  async deleteMailsWithoutPerson(email: string): Promise<void> {
    await this.#database.query('DELETE FROM mails WHERE user_pk IS NULL AND lower("to") = lower($1)', [
      email,
    ]);
  }

  /** Replaces the account's password reset link. @param hours its lifetime */
  async replaceResetLink(subject: string, tokenHash: string, hours: number): Promise<void> {
    await this.deleteResetLinks(subject);
    await this.#database.query(
      `INSERT INTO password_reset_links (token_hash, account_pk, expires_at)
      SELECT $2, pk, now() + make_interval(hours => $3) FROM accounts WHERE subject::text = $1`,
      [subject, tokenHash, hours],
    );
  }

  /** Deletes the account's password reset links. @param options.except the token hash of a link that stays */
  async deleteResetLinks(subject: string, { except = '' }: { except?: string } = {}): Promise<void> {
    await this.#database.query(
      `DELETE FROM password_reset_links
      WHERE account_pk = (SELECT pk FROM accounts WHERE subject::text = $1) AND token_hash <> $2`,
      [subject, except],
    );
  }

  /** Finds the account of an unused password reset link. */
  async ownerOfResetLink(
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
   * @param reset.form the hash of the form, for {@link wasResetBy}
   * @returns undefined when the link is invalid
   */
  async useResetLink(
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
  async wasResetBy(tokenHash: string, form: string): Promise<boolean> {
    const rows = await this.#database.query(
      'SELECT FROM password_reset_links WHERE token_hash = $1 AND used_form = $2 AND expires_at > now()',
      [tokenHash, form],
    );
    return rows.length > 0;
  }
}
