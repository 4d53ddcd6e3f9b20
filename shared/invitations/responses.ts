/** What REST answers about an invitation, in the small zod. */
import * as z from 'zod/mini';
import { ROLES } from '../kernel/roles.ts';

/** The answer of `GET /api/invitations/{token}/`, for whoever holds the link. */
export const openInvitation = z.object({
  inviter: z.string(),
  inviter_role: z.enum(ROLES),
  role: z.enum(ROLES),
  email: z.string(),
  /** A new password, or a sign-in with the account that the address has, or gets elsewhere. */
  way: z.enum(['password', 'sign_in']),
});
export type OpenInvitation = z.infer<typeof openInvitation>;
