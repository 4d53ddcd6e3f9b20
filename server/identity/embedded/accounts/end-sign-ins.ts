import { recordAccountEvent } from '../../../lib/security-log.ts';
import { passwordChangedMail } from '../mails.ts';
import { revokeAccount } from '../oidc.repository.ts';
import type { AccountDependencies } from './dependencies.ts';

/**
 * Ends every sign-in of an account after a password change, unfinished ones included, and notifies the owner.
 * accounts.ts and password-resets.ts call it in the transaction that changes the password.
 */
export async function endSignIns(
  { database, mail, publicUrl }: AccountDependencies,
  { subject, email }: { subject: string; email: string },
): Promise<void> {
  await revokeAccount(database, subject);
  await recordAccountEvent(database, 'password_changed', email);
  await mail.enqueue(passwordChangedMail(email, publicUrl));
}
