/**
 * Choosing a new password with an emailed link, without signing in.
 *
 * Tables: password_reset_links and the password in accounts (password-resets.repository.ts). Callers:
 * flows/reset-password.ts for the page, and the job in embedded.ts for the email.
 */
import { randomBytes } from 'node:crypto';
import { hashOf } from '../../../lib/hash.ts';
import { resetMail } from '../mails.ts';
import { AccountsRepository } from './accounts.repository.ts';
import type { AccountDependencies } from './dependencies.ts';
import { endSignIns } from './end-sign-ins.ts';
import { PasswordResetsRepository } from './password-resets.repository.ts';
import { hashPassword, requireStrongPassword } from './passwords.ts';

const RESET_HOURS = 1;

/** The posted form of a password reset link. */
export interface PasswordReset {
  token: string;
  password: string;
  /** The secret of the page with the form. */
  pageKey: string;
}

/** The password resets of the embedded identity provider. */
export type PasswordResets = ReturnType<typeof createPasswordResets>;

/** Creates the password resets of the embedded identity provider. */
export function createPasswordResets(dependencies: AccountDependencies) {
  const { database, mail, publicUrl } = dependencies;
  const accounts = new AccountsRepository(database);
  const links = new PasswordResetsRepository(database);

  return {
    /** Emails a link if the email address has an account. */
    async sendLink(email: string): Promise<void> {
      await database.transaction(async () => {
        const account = await accounts.findByEmail(email);
        if (account === undefined) return;
        const token = randomBytes(32).toString('base64url');
        await links.replace(account.subject, hashOf(token), RESET_HOURS);
        await mail.enqueue(
          resetMail(account.email, `${publicUrl}/oidc/reset_password/?token=${token}`, RESET_HOURS),
        );
      });
    },

    /** Returns whether a link is still valid, without changes, because mail scanners open links. */
    async isValidLink(token: string): Promise<boolean> {
      return (await links.ownerOf(hashOf(token))) !== undefined;
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
      const owner = await links.ownerOf(tokenHash);
      if (owner === undefined) return links.wasUsedBy(tokenHash, form);
      await requireStrongPassword(password, owner);
      const passwordHash = await hashPassword(password);
      return database.transaction(async () => {
        const account = await links.use(tokenHash, { form, passwordHash });
        if (account === undefined) return links.wasUsedBy(tokenHash, form);
        await links.deleteOf(account.subject, { except: tokenHash });
        await endSignIns(dependencies, account);
        return true;
      });
    },
  };
}
