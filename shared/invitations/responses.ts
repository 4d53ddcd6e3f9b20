/** REST responses about invitations, in the small zod. */
import * as z from 'zod/mini';
import { ROLES } from '../kernel/roles.ts';

/** The response of `GET /api/invitations/{token}/`, for anyone with the link. */
export const openInvitation = z.object({
  inviter: z.string(),
  inviter_role: z.enum(ROLES),
  role: z.enum(ROLES),
  email: z.string(),
  /** Choose a password here, or sign in with the existing account here or at an external provider. */
  way: z.enum(['password', 'sign_in']),
  /** Whether accepting creates a person, who must consent and, as a student, enter a date of birth. */
  is_new: z.boolean(),
});
export type OpenInvitation = z.infer<typeof openInvitation>;
