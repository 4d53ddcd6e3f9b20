/** REST responses about invitations, in zod/mini because the browser loads them. */
import * as z from 'zod/mini';
import { ROLES } from '../kernel/roles.ts';

/** The response of `GET /api/invitations/{token}/`, for anyone with the link. */
export const openInvitation = z.object({
  inviter: z.string(),
  inviter_role: z.enum(ROLES),
  role: z.enum(ROLES),
  email: z.string(),
  /** How to accept: choose a password at our provider, or sign in with an existing account. */
  way: z.enum(['password', 'sign_in']),
  /** Whether accepting creates a person, who must consent and, as a student, enter a date of birth. */
  is_new: z.boolean(),
});
export type OpenInvitation = z.infer<typeof openInvitation>;
