/**
 * The accounts of the embedded identity provider: creating, finding, checking and changing a password. Every account has
 * a verified email address.
 *
 * Table: accounts (accounts.repository.ts). Callers: the sign-in (provider.ts, flows/), and over `Identity.accounts` the
 * account settings and invitations. Accounts are created by sign-ups.ts and by accepted invitations.
 */
import { AppError } from '#shared/kernel/errors.ts';
import { type AccountClaims, AccountsRepository } from './accounts.repository.ts';
import type { AccountDependencies } from './dependencies.ts';
import { endSignIns } from './end-sign-ins.ts';
import { PasswordResetsRepository } from './password-resets.repository.ts';
import { hashPassword, isPassword, requireStrongPassword } from './passwords.ts';
import { SignUpsRepository } from './sign-ups.repository.ts';

const ALREADY_KNOWN = 'This address has an account already. Sign in instead.';

/** An account to create; its email address is verified. */
export interface NewAccount {
  email: string;
  /** Hash it before a transaction, because that takes long. */
  passwordHash: string;
  firstName: string;
  lastName: string;
}

/** An account after a correct password. */
export interface SignedInAccount {
  subject: string;
  email: string;
  /** Identifies the password: a sign-in is valid only while the account still has it. */
  passwordVersion: string;
}

/** The accounts of the embedded identity provider. */
export type Accounts = ReturnType<typeof createAccounts>;

/** Creates the accounts of the embedded identity provider. */
export function createAccounts(dependencies: AccountDependencies) {
  const { database } = dependencies;
  const repository = new AccountsRepository(database);
  const signUps = new SignUpsRepository(database);
  const resets = new PasswordResetsRepository(database);

  return {
    hashPassword,
    requireStrongPassword,

    /**
     * Creates an account, and deletes the pending sign-ups of its email address.
     * @returns its subject
     * @throws AppError CONFLICT when the email address has an account
     */
    async create(account: NewAccount): Promise<string> {
      const subject = await repository.insert(account);
      if (subject === undefined) throw new AppError('CONFLICT', ALREADY_KNOWN);
      await signUps.deleteOf(account.email);
      return subject;
    },

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
     * Changes the password of a signed-in person and ends every sign-in of the account.
     * @throws AppError INVALID_INPUT for a weak password
     */
    async changePassword(account: AccountClaims, password: string): Promise<void> {
      await requireStrongPassword(password, account);
      const passwordHash = await hashPassword(password);
      await database.transaction(async () => {
        await repository.setPassword(account.subject, passwordHash);
        await resets.deleteOf(account.subject);
        await endSignIns(dependencies, account);
      });
    },
  };
}
