import type { Actor } from '../kernel/actor.ts';
import { hasPermission } from '../kernel/actor.ts';

/** Returns whether the actor sees the membership and ledger of a student: the student, the parents and staff. */
export function canSeeMembership(actor: Actor, studentPk: number): boolean {
  if (actor.role === 'student') return actor.pk === studentPk;
  if (actor.role === 'parent') return actor.studentPks.includes(studentPk);
  return canManageMemberships(actor);
}

/** Returns whether the actor can pay for a student: the student and the parents. */
export function canPayFor(actor: Actor, studentPk: number): boolean {
  return actor.role !== 'mentor' && canSeeMembership(actor, studentPk);
}

/** Returns whether the actor manages all memberships. */
export function canManageMemberships(actor: Actor): boolean {
  return actor.role === 'mentor' && hasPermission(actor, 'memberships.manage_membership');
}
