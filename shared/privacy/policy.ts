import { type Actor, hasPermission, isParentOf } from '../kernel/actor.ts';

/** Returns whether the actor can read everyone's events. Everyone can read their own. */
export function canReadAuditLog(actor: Actor): boolean {
  return hasPermission(actor, 'privacy.manage_data');
}

/**
 * Returns whether the actor can export and delete a person's data: their own, their child's, and privacy
 * staff anyone's.
 */
export function canManageDataOf(actor: Actor, personPk: number): boolean {
  return actor.pk === personPk || isParentOf(actor, personPk) || hasPermission(actor, 'privacy.manage_data');
}

/** Returns why the deletion of the last person with a permission is refused. */
export function lastHolderMessage(permission: string): string {
  return `This is the last person with the permission ${permission}. Give it to someone else first.`;
}
