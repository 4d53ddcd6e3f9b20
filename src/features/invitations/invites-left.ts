import type { Me } from '#shared/users/responses.ts';

/** How many a student may still invite, in words; and why not, when there are none left. Nobody else is counted. */
export function invitesLeft({ role, invites_remaining: left }: Pick<Me, 'role' | 'invites_remaining'>): {
  words: string | null;
  blocked: string | undefined;
} {
  if (role !== 'student') return { words: null, blocked: undefined };
  const words = left === 1 ? '1 invitation left' : `${left} invitations left`;
  const blocked =
    left > 0 ? undefined : 'No invitations left. Revoke one that nobody has accepted, or ask your mentor.';
  return { words, blocked };
}
