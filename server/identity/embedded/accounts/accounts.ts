import { randomBytes } from 'node:crypto';
import { AppError } from '#shared/kernel/errors.ts';
import type { CompleteSignUpInput, SignUpInput } from '#shared/session/schema.ts';
import { hashOf } from '../../../lib/hash.ts';
import { recordAccountEvent } from '../../../lib/security-log.ts';
import type { Database } from '../../../db/database.ts';
import { timeZoneOfNewPerson } from '../../../db/time-zones.ts';
import type { Mail } from '../../../mail/mail.ts';
import { type AccountClaims, AccountsRepository } from './accounts.repository.ts';
import {
  alreadySignedUpMail,
  askForInvitationMail,
  passwordChangedMail,
  resetMail,
  verificationMail,
} from '../mails.ts';
import { hashPassword, isPassword, requireStrongPassword } from './passwords.ts';
import { revokeAccount } from '../oidc.repository.ts';

const SIGN_UP_HOURS = 48;
const RESET_HOURS = 1;

/** An account to create; its email address is verified. */
export interface NewAccount {
  email: string;
  /** Hash it before a transaction, because that takes long. */
  passwordHash: string;
  firstName: string;
  lastName: string;
}

/** The session with which a new student continues the sign-up. */
export interface ContinuedSignUp {
  state: string;
  email: string;
}

/** An account after a correct password. */
export interface SignedInAccount {
  subject: string;
  email: string;
  /** Identifies the password: a sign-in is valid only while the account still has it. */
  passwordVersion: string;
}

/** The posted form of a password reset link. */
export interface PasswordReset {
  token: string;
  password: string;
  /** The secret of the page with the form. */
  pageKey: string;
}

/** The accounts of the embedded identity provider. */
export type Accounts = ReturnType<typeof createAccounts>;

const ALREADY_KNOWN = 'This address has an account already. Sign in instead.';

/** Creates the accounts of the embedded identity provider: every account has a verified email address. */
export function createAccounts({
  database,
  mail,
  publicUrl,
}: {
  database: Database;
  mail: Mail;
  publicUrl: string;
}) {
  const repository = new AccountsRepository(database);

  /** Creates an account. @throws AppError CONFLICT when the email address has one */
  async function create(account: NewAccount): Promise<string> {
    const subject = await repository.insert(account);
    if (subject === undefined) throw new AppError('CONFLICT', ALREADY_KNOWN);
    await repository.deleteSignUps(account.email);
    return subject;
  }

  /** Ends every sign-in after a password change, unfinished ones included, and notifies the owner. */
  async function endSignIns({ subject, email }: { subject: string; email: string }): Promise<void> {
    await revokeAccount(database, subject);
    await recordAccountEvent(database, 'password_changed', email);
    await mail.enqueue(passwordChangedMail(email, publicUrl));
  }

  return {
    create,
    hashPassword,
    requireStrongPassword,

    /** Returns whether an email address has an account. */
    async has(email: string): Promise<boolean> {
      return (await repository.ownerOf(email)) === 'account';
    },

    /**
     * Finds an active account. Disabled people have none, and a sign-in from before the last password change or before
     * the person was disabled is refused.
     * @param signedInAt seconds since 1970; undefined skips that comparison
     */
    find(subject: string, signedInAt?: number): Promise<AccountClaims | undefined> {
      return repository.find(subject, signedInAt);
    },

    /** Returns the current password's version; see {@link SignedInAccount}. */
    async passwordVersion(subject: string): Promise<string | undefined> {
      return (await repository.passwordChangedAt(subject))?.toISOString();
    },

    /**
     * Checks a password. @returns null when email address or password is wrong; it takes the same time for unknown
     * addresses
     */
    async checkPassword(email: string, password: string): Promise<SignedInAccount | null> {
      const account = await repository.findByEmail(email);
      if (!(await isPassword(password, account?.passwordHash)) || account === undefined) return null;
      const { subject, passwordChangedAt } = account;
      return { subject, email: account.email, passwordVersion: passwordChangedAt.toISOString() };
    },

    /**
     * Emails a link that completes the sign-up. Several can be pending for one email address: none replaces another,
     * because nobody has verified the address yet. Known addresses get an email that says what to do instead.
     */
    async signUp({ email, first_name: firstName, last_name: lastName }: SignUpInput): Promise<void> {
      await database.transaction(async () => {
        const owner = await repository.ownerOf(email);
        if (owner !== undefined) {
          await mail.enqueue(
            owner === 'account' ? alreadySignedUpMail(email, publicUrl) : askForInvitationMail(email),
          );
          return;
        }
        const token = randomBytes(32).toString('base64url');
        await repository.insertSignUp(hashOf(token), { email, firstName, lastName }, SIGN_UP_HOURS);
        await mail.enqueue(
          verificationMail(email, `${publicUrl}/oidc/verify_email/?token=${token}`, SIGN_UP_HOURS),
        );
      });
    },

    /** Finds the sign-up of a link without changes, because mail scanners open links. */
    findSignUp: (token: string) => repository.findSignUp(hashOf(token)),

    /** Deletes the pending sign-ups of an email address, and its emails that belong to no person. */
    async deleteTracesOf(email: string): Promise<void> {
      await repository.deleteSignUps(email);
      await repository.deleteMailsWithoutPerson(email);
    },

    /**
     * Creates the account and the student (AUTH-001) of a sign-up link. Only invitations link people who are already in
     * the database.
     * @returns the session that continues the sign-up; undefined when the link is invalid
     * @throws AppError INVALID_INPUT for a weak password, CONFLICT when the email address is taken by now
     */
    async completeSignUp(token: string, input: CompleteSignUpInput): Promise<ContinuedSignUp | undefined> {
      const pending = await repository.findSignUp(hashOf(token));
      if (pending === undefined) return undefined;
      const { email } = pending;
      const names = { firstName: input.first_name, lastName: input.last_name };
      await requireStrongPassword(input.password, { ...names, email });
      const passwordHash = await hashPassword(input.password);
      const timeZone = await timeZoneOfNewPerson(database, input.time_zone);
      const state = randomBytes(32).toString('base64url');
      await database.transaction(async () => {
        const subject = await create({ email, passwordHash, ...names });
        const student = { ...names, email, subject, birthday: input.birthday, timeZone };
        const pk = await repository.insertStudent(student);
        if (pk === undefined) throw new AppError('CONFLICT', 'Use the invitation we sent to this address.');
        await repository.insertContinuedSignUp(hashOf(state), pk, email, SIGN_UP_HOURS);
      });
      return { state, email };
    },

    /** Emails a password reset link if the email address has an account. */
    async requestReset(email: string): Promise<void> {
      await database.transaction(async () => {
        const account = await repository.findByEmail(email);
        if (account === undefined) return;
        const token = randomBytes(32).toString('base64url');
        await repository.replaceResetLink(account.subject, hashOf(token), RESET_HOURS);
        await mail.enqueue(
          resetMail(account.email, `${publicUrl}/oidc/reset_password/?token=${token}`, RESET_HOURS),
        );
      });
    },

    /** Returns whether a password reset link is still valid, without changes, because mail scanners open links. */
    async isResetLink(token: string): Promise<boolean> {
      return (await repository.ownerOfResetLink(hashOf(token))) !== undefined;
    },

    /**
     * Sets the password and ends every sign-in of the account, unfinished ones included. The same form of the same page
     * can be sent twice and has one effect.
     * @returns false when the link is invalid
     * @throws AppError INVALID_INPUT for a weak password
     */
    async resetPassword({ token, password, pageKey }: PasswordReset): Promise<boolean> {
      const tokenHash = hashOf(token);
      const form = hashOf(`${pageKey} ${password}`);
      const owner = await repository.ownerOfResetLink(tokenHash);
      if (owner === undefined) return repository.wasResetBy(tokenHash, form);
      await requireStrongPassword(password, owner);
      const passwordHash = await hashPassword(password);
      return database.transaction(async () => {
        const account = await repository.useResetLink(tokenHash, { form, passwordHash });
        if (account === undefined) return repository.wasResetBy(tokenHash, form);
        await repository.deleteResetLinks(account.subject, { except: tokenHash });
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
        await repository.setPassword(account.subject, passwordHash);
        await repository.deleteResetLinks(account.subject);
        await endSignIns(account);
      });
    },
  };
}
