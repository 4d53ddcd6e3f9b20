/**
 * Signing up as a student (AUTH-001): an emailed link, and the account and student that its page creates.
 *
 * Tables: sign_ups, continued_sign_ups and users (sign-ups.repository.ts), accounts (accounts.ts). Callers:
 * flows/sign-up.ts, and flows/replies.ts for a student who is too young.
 */
import { randomBytes } from 'node:crypto';
import { AppError } from '#shared/kernel/errors.ts';
import type { CompleteSignUpInput, SignUpInput } from '#shared/session/schema.ts';
import { timeZoneOfNewPerson } from '../../../db/time-zones.ts';
import { hashOf } from '../../../lib/hash.ts';
import { alreadySignedUpMail, askForInvitationMail, verificationMail } from '../mails.ts';
import type { Accounts } from './accounts.ts';
import { AccountsRepository } from './accounts.repository.ts';
import type { AccountDependencies } from './dependencies.ts';
import { hashPassword, requireStrongPassword } from './passwords.ts';
import { type PendingSignUp, SignUpsRepository } from './sign-ups.repository.ts';

/** The lifetime of a link, and of the session that continues the sign-up. */
const SIGN_UP_HOURS = 48;

/** The session with which a new student continues the sign-up. */
export interface ContinuedSignUp {
  state: string;
  email: string;
}

/** The sign-ups of the embedded identity provider. */
export type SignUps = ReturnType<typeof createSignUps>;

/** Creates the sign-ups of the embedded identity provider. */
export function createSignUps({
  database,
  mail,
  publicUrl,
  accounts,
}: AccountDependencies & { accounts: Accounts }) {
  const owners = new AccountsRepository(database);
  const signUps = new SignUpsRepository(database);

  return {
    /**
     * Emails a link that completes the sign-up. Several can be pending for one email address: none replaces another,
     * because nobody has verified the address yet. Known addresses get an email that says what to do instead.
     */
    async start({ email, first_name: firstName, last_name: lastName }: SignUpInput): Promise<void> {
      await database.transaction(async () => {
        const owner = await owners.ownerOf(email);
        if (owner !== undefined) {
          await mail.enqueue(
            owner === 'account' ? alreadySignedUpMail(email, publicUrl) : askForInvitationMail(email),
          );
          return;
        }
        const token = randomBytes(32).toString('base64url');
        await signUps.insert(hashOf(token), { email, firstName, lastName }, SIGN_UP_HOURS);
        await mail.enqueue(
          verificationMail(email, `${publicUrl}/oidc/verify_email/?token=${token}`, SIGN_UP_HOURS),
        );
      });
    },

    /** Finds the sign-up of a link without changes, because mail scanners open links. */
    find: (token: string): Promise<PendingSignUp | undefined> => signUps.find(hashOf(token)),

    /**
     * Creates the account and the student (AUTH-001) of a link. Only invitations link people who are already in the
     * database.
     * @returns the session that continues the sign-up; undefined when the link is invalid
     * @throws AppError INVALID_INPUT for a weak password, CONFLICT when the email address is taken by now
     */
    async complete(token: string, input: CompleteSignUpInput): Promise<ContinuedSignUp | undefined> {
      const pending = await signUps.find(hashOf(token));
      if (pending === undefined) return undefined;
      const { email } = pending;
      const names = { firstName: input.first_name, lastName: input.last_name };
      await requireStrongPassword(input.password, { ...names, email });
      const passwordHash = await hashPassword(input.password);
      const timeZone = await timeZoneOfNewPerson(database, input.time_zone);
      const state = randomBytes(32).toString('base64url');
      await database.transaction(async () => {
        const subject = await accounts.create({ email, passwordHash, ...names });
        const student = { ...names, email, subject, birthday: input.birthday, timeZone };
        const pk = await signUps.insertStudent(student);
        if (pk === undefined) throw new AppError('CONFLICT', 'Use the invitation we sent to this address.');
        await signUps.insertContinued(hashOf(state), pk, email, SIGN_UP_HOURS);
      });
      return { state, email };
    },

    /** Deletes the pending sign-ups of an email address, and its emails that belong to no person. */
    async deleteTracesOf(email: string): Promise<void> {
      await signUps.deleteOf(email);
      await signUps.deleteMailsWithoutPerson(email);
    },
  };
}
