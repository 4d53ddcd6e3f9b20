import { createHash, randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';
import { AppError } from '#shared/kernel/errors.ts';
import type { SignUpInput } from '#shared/session/schema.ts';
import type { Database } from '../../db/database.ts';
import type { Mail } from '../../mail/mail.ts';
import { revokeAccount } from './store.ts';
import { alreadySignedUpMail, passwordChangedMail, resetMail, verificationMail } from './mails.ts';

/** OWASP's choice for argon2id (which is this library's default algorithm): 19 MiB, two passes. */
const ARGON2: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const LINK_HOURS = { verify: 48, reset: 1 } as const;

/** An account as tokens speak of it. */
export interface AccountClaims {
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
}

export interface NewAccount {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

/** The accounts of the embedded identity provider. */
export type Accounts = ReturnType<typeof createAccounts>;

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export function createAccounts({
  database,
  mail,
  issuer,
  publicUrl,
}: {
  database: Database;
  mail: Mail;
  issuer: string;
  publicUrl: string;
}) {
  // For an address that nobody has: the same work is done, so the answer takes the same time.
  const nobody = hash(randomBytes(16), ARGON2);

  async function createLink(accountPk: number, purpose: keyof typeof LINK_HOURS): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await database.query(`DELETE FROM account_links WHERE account_pk = $1 AND purpose = $2`, [
      accountPk,
      purpose,
    ]);
    await database.query(
      `INSERT INTO account_links (token_hash, account_pk, purpose, expires_at)
      VALUES ($1, $2, $3, now() + make_interval(hours => $4))`,
      [hashOf(token), accountPk, purpose, LINK_HOURS[purpose]],
    );
    return token;
  }

  async function useLink(token: string, purpose: keyof typeof LINK_HOURS): Promise<number | undefined> {
    const [row] = await database.query<{ accountPk: number }>(
      `DELETE FROM account_links WHERE token_hash = $1 AND purpose = $2 AND expires_at > now()
      RETURNING account_pk AS "accountPk"`,
      [hashOf(token), purpose],
    );
    return row?.accountPk;
  }

  /** Gives a proven account its person: the one who waits with this address, or a new student (AUTH-001). */
  async function linkPerson(accountPk: number): Promise<void> {
    const linked = await database.query(
      `UPDATE users SET issuer = $2, subject = accounts.subject::text FROM accounts
      WHERE accounts.pk = $1 AND lower(users.email) = lower(accounts.email) AND users.issuer IS NULL
      RETURNING users.pk`,
      [accountPk, issuer],
    );
    if (linked.length > 0) return;
    await database.query(
      `INSERT INTO users (role, first_name, last_name, email, issuer, subject)
      SELECT 'student', first_name, last_name, email, $2, subject::text FROM accounts WHERE pk = $1
      ON CONFLICT DO NOTHING`,
      [accountPk, issuer],
    );
  }

  return {
    /**
     * An account whose address is already proven (demo data, accepted invitations). One that still waits for its proof
     * becomes it: whoever began that did not show that the address is theirs.
     * @returns its subject
     * @throws AppError CONFLICT when the address has an account
     */
    async create({ email, password, firstName, lastName }: NewAccount): Promise<string> {
      const [row] = await database.query<{ subject: string }>(
        `INSERT INTO accounts (email, password_hash, first_name, last_name, verified_at) VALUES ($1, $2, $3, $4, now())
        ON CONFLICT (lower(email)) DO UPDATE SET password_hash = excluded.password_hash,
          first_name = excluded.first_name, last_name = excluded.last_name, verified_at = excluded.verified_at
        WHERE accounts.verified_at IS NULL
        RETURNING subject`,
        [email, await hash(password, ARGON2), firstName, lastName],
      );
      if (row === undefined) throw new AppError('CONFLICT', 'This address has an account already.');
      return row.subject;
    },

    /** Whether somebody can sign in with this address. */
    async has(email: string): Promise<boolean> {
      const rows = await database.query(
        'SELECT FROM accounts WHERE lower(email) = lower($1) AND verified_at IS NOT NULL',
        [email],
      );
      return rows.length > 0;
    },

    /** A disabled person has no account here any more: nothing is issued to them. */
    async find(subject: string): Promise<AccountClaims | undefined> {
      const [row] = await database.query<AccountClaims>(
        `SELECT subject, email, first_name AS "firstName", last_name AS "lastName" FROM accounts
        WHERE subject::text = $1 AND verified_at IS NOT NULL AND NOT EXISTS (SELECT FROM users
          WHERE issuer = $2 AND users.subject = $1 AND disabled_at IS NOT NULL)`,
        [subject, issuer],
      );
      return row;
    },

    /** 'unverified' is told only to somebody who knows the password. */
    async checkPassword(
      email: string,
      password: string,
    ): Promise<{ state: 'ok'; subject: string } | { state: 'wrong' } | { state: 'unverified' }> {
      const [row] = await database.query<{
        pk: number;
        subject: string;
        passwordHash: string;
        isVerified: boolean;
      }>(
        `SELECT pk, subject, password_hash AS "passwordHash", verified_at IS NOT NULL AS "isVerified"
        FROM accounts WHERE lower(email) = lower($1)`,
        [email],
      );
      const isRight = await verify(row?.passwordHash ?? (await nobody), password, ARGON2);
      if (row === undefined || !isRight) return { state: 'wrong' };
      return row.isVerified ? { state: 'ok', subject: row.subject } : { state: 'unverified' };
    },

    /**
     * Creates an account that waits for its address to be proven. Whoever has one already gets a mail that says so,
     * and the screen tells nobody.
     */
    async signUp(input: SignUpInput): Promise<void> {
      const passwordHash = await hash(input.password, ARGON2);
      await database.transaction(async () => {
        const [row] = await database.query<{ pk: number; isVerified: boolean }>(
          `INSERT INTO accounts (email, password_hash, first_name, last_name) VALUES ($1, $2, $3, $4)
          ON CONFLICT (lower(email)) DO UPDATE SET
            password_hash = CASE WHEN accounts.verified_at IS NULL THEN excluded.password_hash ELSE accounts.password_hash END,
            first_name = CASE WHEN accounts.verified_at IS NULL THEN excluded.first_name ELSE accounts.first_name END,
            last_name = CASE WHEN accounts.verified_at IS NULL THEN excluded.last_name ELSE accounts.last_name END
          RETURNING pk, verified_at IS NOT NULL AS "isVerified"`,
          [input.email, passwordHash, input.first_name, input.last_name],
        );
        if (row === undefined) return;
        if (row.isVerified) {
          await mail.enqueue(alreadySignedUpMail(input.email, publicUrl));
          return;
        }
        const token = await createLink(row.pk, 'verify');
        await mail.enqueue(verificationMail(input.email, `${issuer}/verify_email/?token=${token}`));
      });
    },

    /** @returns whether the link was good */
    async verifyEmail(token: string): Promise<boolean> {
      return database.transaction(async () => {
        const pk = await useLink(token, 'verify');
        if (pk === undefined) return false;
        await database.query('UPDATE accounts SET verified_at = coalesce(verified_at, now()) WHERE pk = $1', [
          pk,
        ]);
        await linkPerson(pk);
        return true;
      });
    },

    /** Mails a link when there is such an account; the answer is the same when there is none. */
    async requestReset(email: string): Promise<void> {
      await database.transaction(async () => {
        const [row] = await database.query<{ pk: number; email: string }>(
          'SELECT pk, email FROM accounts WHERE lower(email) = lower($1)',
          [email],
        );
        if (row === undefined) return;
        const token = await createLink(row.pk, 'reset');
        await mail.enqueue(resetMail(row.email, `${issuer}/reset_password/?token=${token}`));
      });
    },

    /** Sets the password and ends every sign-in of the account. @returns whether the link was good */
    async resetPassword(token: string, password: string): Promise<boolean> {
      const passwordHash = await hash(password, ARGON2);
      return database.transaction(async () => {
        const pk = await useLink(token, 'reset');
        if (pk === undefined) return false;
        // Who reads mail at this address has proven it, too.
        const [account] = await database.query<{ subject: string; email: string }>(
          `UPDATE accounts SET password_hash = $2, verified_at = coalesce(verified_at, now())
          WHERE pk = $1 RETURNING subject, email`,
          [pk, passwordHash],
        );
        if (account === undefined) return false;
        await linkPerson(pk);
        await revokeAccount(database, account.subject);
        await mail.enqueue(passwordChangedMail(account.email, publicUrl));
        return true;
      });
    },
  };
}
