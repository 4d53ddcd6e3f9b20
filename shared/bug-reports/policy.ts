import { type Actor, hasPermission } from '../kernel/actor.ts';

/** BUG-001, BUG-004: who reads and archives reports, with their screenshots. Anybody signed in makes one. */
export function canViewBugReports(actor: Actor): boolean {
  return hasPermission(actor, 'bug_reports.view_report');
}
