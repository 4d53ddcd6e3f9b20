import { randomBytes } from 'node:crypto';
import { hashOf } from '../../../lib/hash.ts';
import { recordAccountEvent } from '../../../lib/security-log.ts';
import { type AccountClaims, AccountsRepository } from './accounts.repository.ts';
import type { AccountDependencies } from './dependencies.ts';
import { EmailChangesRepository } from './email-changes.repository.ts';
import { PasswordResetsRepository } from './password-resets.repository.ts';
import { addressInUseMail, confirmEmailMail, emailChangedMail, emailChangeRequestedMail } from '../mails.ts';

const LINK_HOURS = 24;

/** Changes addresses. The new address counts once its emailed link is confirmed. */
export type EmailChanges = ReturnType<typeof createEmailChanges>;

/** Creates the email changes of the embedded identity provider. */
export function createEmailChanges({ database, mail, publicUrl }: AccountDependencies) {
  const accounts = new AccountsRepository(database);
  const resets = new PasswordResetsRepository(database);
  const changes = new EmailChangesRepository(database);

  return {
    /**
     * Emails a link to the new address, and notifies the current one. A taken address gets another email, and the
     * caller cannot see the difference.
     */
    async request(account: AccountClaims, email: string): Promise<void> {
      await database.transaction(async () => {
        await mail.enqueue(emailChangeRequestedMail(account.email, publicUrl));
        if ((await accounts.ownerOf(email)) !== undefined) {
          await mail.enqueue(addressInUseMail(email, publicUrl));
          return;
        }
        const token = randomBytes(32).toString('base64url');
        await changes.replace(account.subject, hashOf(token), email, LINK_HOURS);
        await mail.enqueue(
          confirmEmailMail(email, `${publicUrl}/oidc/confirm_email/?token=${token}`, LINK_HOURS),
        );
      });
    },

    /** Returns the new address behind a link; undefined for every link that does not work. */
    find: (token: string): Promise<string | undefined> => changes.find(hashOf(token)),

    /**
     * Changes the address of the account and its person, and informs the old address. The form of the same page can be
     * sent twice and has one effect.
     * @param pageKey the secret of the page with the form
     * @returns false for every link that does not work, also when the address is taken by now
     */
    async confirm(token: string, pageKey: string): Promise<boolean> {
      const [tokenHash, form] = [hashOf(token), hashOf(pageKey)];
      return database.transaction(async () => {
        const change = await changes.use(tokenHash, form);
        if (change === undefined) return changes.wasUsedBy(tokenHash, form);
        if ((await accounts.ownerOf(change.email)) !== undefined) {
          await changes.delete(tokenHash);
          return false;
        }
        // Queued before the change, while the old address is still this person's.
        await mail.enqueue(emailChangedMail(change.oldEmail, publicUrl));
        await accounts.setEmail(change.subject, change.email);
        await resets.deleteOf(change.subject);
        await recordAccountEvent(database, 'email_changed', change.email);
        return true;
      });
    },
  };
}
