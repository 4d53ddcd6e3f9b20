import { z } from 'zod';
import { ROLES } from '../kernel/roles.ts';
import { email, firstName, lastName, line, newPassword } from '../session/schema.ts';

/** INV-017 */
export const INVITE_FAILED = 'Failed to invite user';

/** How long a link works. */
export const INVITATION_DAYS = 7;

const name = (label: string) => line.min(1, `${label} is required`).max(100, 'Use at most 100 characters.');

/** What the invite form asks (INV-008, INV-009, INV-010), and `createUser` takes (INV-015, INV-016). */
export const invitationInput = z.object({
  firstName: name('First name'),
  lastName: name('Last name'),
  email: z.string().trim().min(1, 'Email is required').pipe(email),
  role: z.enum(ROLES, 'Choose a role'),
});
export type InvitationInput = z.infer<typeof invitationInput>;

export const createUserInput = invitationInput.extend({ idempotencyKey: z.uuid().nullish() });

/** The secret of a link: 32 random bytes. */
export const invitationToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** What students tick. */
export const OF_AGE = 'I am 13 or older';
export const OF_AGE_REQUIRED = 'Students on GoPath are 13 or older. Tick the box if you are.';

/** What the identity provider's page asks an invited person. */
export const acceptInput = z.object({
  first_name: firstName,
  last_name: lastName,
  password: newPassword,
  /** A ticked box; only students are asked. */
  is_of_age: z.literal('on').optional(),
});
export type AcceptInput = z.infer<typeof acceptInput>;
