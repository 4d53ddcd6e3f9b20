import type { Me } from '#shared/users/responses.ts';

/** Describes how many people a student can still invite, and why not when none are left. Others have no limit. */
export function invitesLeft({
  capabilities,
  invites_remaining: left,
}: Pick<Me, 'capabilities' | 'invites_remaining'>): {
  text: string | null;
  blocked: string | undefined;
} {
  if (!capabilities.includes('limited_invitations')) return { text: null, blocked: undefined };
  const text = left === 1 ? '1 invitation left' : `${left} invitations left`;
  const blocked =
    left > 0 ? undefined : 'No invitations left. Revoke one that nobody has accepted, or ask your mentor.';
  return { text, blocked };
}
