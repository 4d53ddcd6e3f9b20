import { z } from 'zod';
import { idempotencyKey } from '../kernel/idempotency.ts';
import { ROLES } from '../kernel/roles.ts';
import { email, personName } from '../session/schema.ts';

/** The message of a failed invitation (INV-017). */
export const INVITE_FAILED = 'Failed to invite user';

/** The lifetime of a link in days. */
export const INVITATION_DAYS = 7;

/** The invite form (INV-008, INV-009, INV-010) and the input of `createUser` (INV-015, INV-016). */
export const invitationInput = z.object({
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  email: z.string().trim().min(1, 'Email is required').pipe(email),
  role: z.enum(ROLES, 'Choose a role'),
});
export type InvitationInput = z.infer<typeof invitationInput>;

export const createUserInput = invitationInput.extend({ idempotencyKey });

/** The secret of a link: 32 random bytes. */
export const invitationToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
