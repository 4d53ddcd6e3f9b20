import { type Role, ROLES } from '../kernel/roles.ts';

/** Who invites, as the rules ask about them; the signed-in person on both sides of the wire. */
interface Inviter {
  readonly role: Role;
  readonly permissions: readonly string[];
}

/**
 * As what the person may invite others (INV-005, INV-011 to INV-013): students their parents, everybody else by the
 * permission of each role.
 */
export function invitableRoles({ role, permissions }: Inviter): Role[] {
  if (role === 'student') return ['parent'];
  return ROLES.filter((invited) => permissions.includes(`users.add_${invited}`));
}

/** INV-003: who holds an add-user permission, and students. */
export function canInvite(inviter: Inviter): boolean {
  return invitableRoles(inviter).length > 0;
}

/** How the accepted one and the inviter belong together from then on; null when only staff can say (decision 025). */
export function relationOf(
  inviter: Role,
  invited: Role,
): 'parent of the inviter' | 'student of the inviter' | null {
  if (inviter === 'student' && invited === 'parent') return 'parent of the inviter';
  if (inviter === 'mentor' && invited === 'student') return 'student of the inviter';
  return null;
}
