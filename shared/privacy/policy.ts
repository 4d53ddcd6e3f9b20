import { type Actor, hasPermission } from '../kernel/actor.ts';

/** Returns whether the actor can read everyone's events. Everyone can read their own. */
export function canReadAuditLog(actor: Actor): boolean {
  return hasPermission(actor, 'privacy.manage_data');
}
