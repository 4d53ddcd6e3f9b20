import { type Actor, hasPermission } from '../kernel/actor.ts';

/**
 * Returns whether the actor reads and archives reports and their screenshots (BUG-001, BUG-004). Anyone signed in can
 * create one.
 */
export function canViewBugReports(actor: Actor): boolean {
  return hasPermission(actor, 'bug_reports.view_report');
}
