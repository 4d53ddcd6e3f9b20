import type { Database } from '../../../db/database.ts';
import { EMBEDDED_ISSUER } from '../issuer.ts';

/** The claims of an account in ID tokens. */
export interface AccountClaims {
  subject: string;
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

/** The table of accounts. */
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
}
