import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '#shared/kernel/errors.ts';
import { type CompleteSignUpInput, CONSENT_VERSION, type SignUpInput } from '#shared/session/schema.ts';
import { recordAccountEvent } from '../../lib/security-log.ts';
import type { Database } from '../../db/database.ts';
import type { Mail } from '../../mail/mail.ts';
import {
  alreadySignedUpMail,
  askForInvitationMail,
  passwordChangedMail,
  resetMail,
  verificationMail,
} from './mails.ts';
import { hashPassword, isPassword, requireStrongPassword } from './passwords.ts';
import { revokeAccount } from './store.ts';

const SIGN_UP_HOURS = 48;
const RESET_HOURS = 1;

/** The claims of an account in ID tokens. */
export interface AccountClaims {
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** An account to create; its address is proven. */
export interface NewAccount {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

/** A sign-up whose link was opened. */
export interface PendingSignUp {
  email: string;
  firstName: string;
  lastName: string;
}

/** An account whose password was right. */
export interface SignedInAccount {
  subject: string;
  /** Names the password: a sign-in counts only while the account still has it. */
  passwordVersion: string;
}

/** The accounts of the embedded identity provider. */
export type Accounts = ReturnType<typeof createAccounts>;

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

const ALREADY_KNOWN = 'This address has an account already. Sign in instead.';

/** Creates the accounts of the embedded identity provider: every account has a proven address. */
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
  /** @throws AppError CONFLICT when the address has an account */
  async function create({ email, password, firstName, lastName }: NewAccount): Promise<string> {
    const [row] = await database.query<{ subject: string }>(
      `INSERT INTO accounts (email, password_hash, first_name, last_name) VALUES ($1, $2, $3, $4)
      ON CONFLICT (lower(email)) DO NOTHING RETURNING subject`,
      [email, await hashPassword(password), firstName, lastName],
    );
    if (row === undefined) throw new AppError('CONFLICT', ALREADY_KNOWN);
    await database.query('DELETE FROM sign_ups WHERE lower(email) = lower($1)', [email]);
    return row.subject;
  }

  async function findSignUp(token: string): Promise<PendingSignUp | undefined> {
    const [row] = await database.query<PendingSignUp>(
      `SELECT email, first_name AS "firstName", last_name AS "lastName" FROM sign_ups
      WHERE token_hash = $1 AND expires_at > now()`,
      [hashOf(token)],
    );
    return row;
  }

  async function ownerOf(email: string): Promise<'account' | 'person' | undefined> {
    const [row] = await database.query<{ hasAccount: boolean; hasPerson: boolean }>(
      `SELECT EXISTS (SELECT FROM accounts WHERE lower(email) = lower($1)) AS "hasAccount",
        EXISTS (SELECT FROM users WHERE lower(email) = lower($1)) AS "hasPerson"`,
      [email],
    );
    if (row?.hasAccount === true) return 'account';
    return row?.hasPerson === true ? 'person' : undefined;
  }

  /** Ends every sign-in after a new password, finished or not, and tells the owner. */
  async function endSignIns({ subject, email }: { subject: string; email: string }): Promise<void> {
    await revokeAccount(database, issuer, subject);
    await database.query(
      'DELETE FROM password_reset_links WHERE account_pk = (SELECT pk FROM accounts WHERE subject::text = $1)',
      [subject],
    );
    await recordAccountEvent(database, 'password_changed', email);
    await mail.enqueue(passwordChangedMail(email, publicUrl));
  }

  return {
    create,
    requireStrongPassword,

    /** Whether someone can sign in with this address. */
    async has(email: string): Promise<boolean> {
      return (await ownerOf(email)) === 'account';
    },

    /**
     * Finds the account that something is issued to. Disabled people get nothing, and a sign-in from before the last
     * change of the password or before the person was disabled gets nothing either.
     * @param signedInAt seconds since 1970; undefined skips that comparison
     */
    async find(subject: string, signedInAt?: number): Promise<AccountClaims | undefined> {
      const [row] = await database.query<AccountClaims>(
        `SELECT accounts.subject, accounts.email, accounts.first_name AS "firstName",
          accounts.last_name AS "lastName"
        FROM accounts LEFT JOIN users ON users.issuer = $2 AND users.subject = $1
        WHERE accounts.subject::text = $1 AND users.disabled_at IS NULL AND ($3::bigint IS NULL OR
          to_timestamp($3) >= date_trunc('second', greatest(password_changed_at, tokens_valid_after)))`,
        [subject, issuer, signedInAt ?? null],
      );
      return row;
    },

    /** Names the account's password of now; see {@link SignedInAccount}. */
    async passwordVersion(subject: string): Promise<string | undefined> {
      const [row] = await database.query<{ passwordChangedAt: Date }>(
        'SELECT password_changed_at AS "passwordChangedAt" FROM accounts WHERE subject::text = $1',
        [subject],
      );
      return row?.passwordChangedAt.toISOString();
    },

    /** @returns null when address or password is wrong; it takes the same time for unknown addresses */
    async checkPassword(email: string, password: string): Promise<SignedInAccount | null> {
      const [row] = await database.query<{ subject: string; passwordHash: string; passwordChangedAt: Date }>(
        `SELECT subject, password_hash AS "passwordHash", password_changed_at AS "passwordChangedAt"
        FROM accounts WHERE lower(email) = lower($1)`,
        [email],
      );
      if (!(await isPassword(password, row?.passwordHash)) || row === undefined) return null;
      return { subject: row.subject, passwordVersion: row.passwordChangedAt.toISOString() };
    },

    /**
     * Emails a link that completes the sign-up. Several may be pending for one address: none replaces another, because
     * nobody has proven the address yet. Addresses that are known get an email that says what to do instead.
     */
    async signUp({ email, first_name: firstName, last_name: lastName }: SignUpInput): Promise<void> {
      await database.transaction(async () => {
        const owner = await ownerOf(email);
        if (owner !== undefined) {
          await mail.enqueue(
            owner === 'account' ? alreadySignedUpMail(email, publicUrl) : askForInvitationMail(email),
          );
          return;
        }
        const token = randomBytes(32).toString('base64url');
        await database.query(
          `INSERT INTO sign_ups (token_hash, email, first_name, last_name, expires_at)
          VALUES ($1, $2, $3, $4, now() + make_interval(hours => ${SIGN_UP_HOURS}))`,
          [hashOf(token), email, firstName, lastName],
        );
        await mail.enqueue(verificationMail(email, `${issuer}/verify_email/?token=${token}`));
      });
    },

    /** Finds the sign-up of a link; looking changes nothing, because mail scanners open links. */
    findSignUp,

    /** Deletes every pending sign-up of the address behind a link: the person is too young. */
    async forgetSignUp(token: string): Promise<void> {
      await database.query(
        `DELETE FROM sign_ups WHERE lower(email) = (SELECT lower(email) FROM sign_ups WHERE token_hash = $1)`,
        [hashOf(token)],
      );
    },

    /**
     * Creates the account and the student (AUTH-001) of a sign-up link. People who are in the database already are
     * bound by invitations only.
     * @returns false when the link is not valid
     * @throws AppError INVALID_INPUT for a weak password, CONFLICT when the address is known by now
     */
    async completeSignUp(token: string, input: CompleteSignUpInput): Promise<boolean> {
      const pending = await findSignUp(token);
      if (pending === undefined) return false;
      const { email } = pending;
      const names = { firstName: input.first_name, lastName: input.last_name };
      await requireStrongPassword(input.password, { ...names, email });
      await database.transaction(async () => {
        const subject = await create({ email, password: input.password, ...names });
        const people = await database.query(
          `INSERT INTO users (role, first_name, last_name, email, issuer, subject, birthday, consent_version,
            consented_at)
          VALUES ('student', $1, $2, $3, $4, $5, $6, $7, now()) ON CONFLICT DO NOTHING RETURNING pk`,
          [names.firstName, names.lastName, email, issuer, subject, input.birthday, CONSENT_VERSION],
        );
        if (people.length === 0)
          throw new AppError('CONFLICT', 'Use the invitation we sent to this address.');
      });
      return true;
    },

    /** Emails a link to a new password if the address has an account. */
    async requestReset(email: string): Promise<void> {
      await database.transaction(async () => {
        const [row] = await database.query<{ pk: number; email: string }>(
          'SELECT pk, email FROM accounts WHERE lower(email) = lower($1)',
          [email],
        );
        if (row === undefined) return;
        const token = randomBytes(32).toString('base64url');
        await database.query('DELETE FROM password_reset_links WHERE account_pk = $1', [row.pk]);
        await database.query(
          `INSERT INTO password_reset_links (token_hash, account_pk, expires_at)
          VALUES ($1, $2, now() + make_interval(hours => ${RESET_HOURS}))`,
          [hashOf(token), row.pk],
        );
        await mail.enqueue(resetMail(row.email, `${issuer}/reset_password/?token=${token}`));
      });
    },

    /**
     * Sets the password and ends every sign-in of the account, finished or not.
     * @returns false when the link is not valid
     * @throws AppError INVALID_INPUT for a weak password
     */
    async resetPassword(token: string, password: string): Promise<boolean> {
      const [owner] = await database.query<{ firstName: string; lastName: string; email: string }>(
        `SELECT first_name AS "firstName", last_name AS "lastName", email
        FROM password_reset_links JOIN accounts ON accounts.pk = account_pk
        WHERE token_hash = $1 AND expires_at > now()`,
        [hashOf(token)],
      );
      if (owner === undefined) return false;
      await requireStrongPassword(password, owner);
      const passwordHash = await hashPassword(password);
      return database.transaction(async () => {
        const [account] = await database.query<{ subject: string; email: string }>(
          `WITH used AS (
            DELETE FROM password_reset_links WHERE token_hash = $1 AND expires_at > now() RETURNING account_pk)
          UPDATE accounts SET password_hash = $2, password_changed_at = clock_timestamp()
          FROM used WHERE pk = account_pk RETURNING subject, email`,
          [hashOf(token), passwordHash],
        );
        if (account === undefined) return false;
        await endSignIns(account);
        return true;
      });
    },

    /**
     * Changes the password of a signed-in person and ends every sign-in of the account.
     * @throws AppError INVALID_INPUT for a weak password
     */
    async changePassword(account: AccountClaims, password: string): Promise<void> {
      await requireStrongPassword(password, account);
      const passwordHash = await hashPassword(password);
      await database.transaction(async () => {
        await database.query(
          `UPDATE accounts SET password_hash = $2, password_changed_at = clock_timestamp()
          WHERE subject::text = $1`,
          [account.subject, passwordHash],
        );
        await endSignIns(account);
      });
    },
  };
}
