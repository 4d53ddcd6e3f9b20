import { type Actor, hasPermission } from '../kernel/actor.ts';

/** Returns whether the actor sees the connections and starts a sync: the same staff that read bug reports. */
export function canSeeConnections(actor: Actor): boolean {
  return hasPermission(actor, 'bug_reports.view_report');
}
