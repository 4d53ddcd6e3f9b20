import type { Capability } from '../kernel/capabilities.ts';
import { type Role, ROLES } from '../kernel/roles.ts';

/**
 * Returns the roles a person can invite (INV-005, INV-011 to INV-013): students invite parents, everyone else needs
 * the permission for each role.
 */
export function invitableRoles(capabilities: readonly Capability[]): Role[] {
  return ROLES.filter((role) => capabilities.includes(`invite_${role}`));
}

/** Returns whether the person can invite anyone (INV-003). */
export function canInvite(capabilities: readonly Capability[]): boolean {
  return invitableRoles(capabilities).length > 0;
}

/** Returns the relation that accepting creates; null when staff assign people later (decision 017). */
export function relationFromInvitation(
  inviter: Role,
  invited: Role,
): 'parent of the inviter' | 'student of the inviter' | null {
  if (inviter === 'student' && invited === 'parent') return 'parent of the inviter';
  if (inviter === 'mentor' && invited === 'student') return 'student of the inviter';
  return null;
}
