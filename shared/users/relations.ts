/** Relations between students and their parents and mentors: the limits, the rules and the messages. */
import { type Actor, hasPermission } from '../kernel/actor.ts';
import type { RelationKind, Role } from '../kernel/roles.ts';
import type { Relative } from './person.ts';

/** The maximum number of mentors and of parents of a student. */
export const MAX_RELATED: Readonly<Record<RelationKind, number>> = { mentor: 20, parent: 6 };

/** Returns the message when a student has the maximum number of mentors or parents. */
export function enoughRelated(kind: RelationKind): string {
  return `A student has at most ${MAX_RELATED[kind]} ${kind}s.`;
}

/** The message when the request failed (USER-045). */
export const ASSIGNMENT_FAILED = 'Failed to make assignment';

/** Returns the message of a refused assignment (USER-046). */
export function assignFailed(role: Role): string {
  return `Failed to assign ${role}`;
}

/** The two people of a relation, and the role of the second for the first. */
export interface RelationRequest {
  user: { pk: number; role: Role };
  target: { pk: number; role: Role };
  role: Role;
}

/** The changes that `users.assign_*` and `users.remove_*` allow. */
export type RelationChange = 'assign' | 'remove';

/**
 * The message for a change of their own relations, which would give holders of these permissions access to
 * any student.
 */
export const OWN_RELATIONS = 'You cannot change your own relations. Ask another member of staff.';

/** Returns whether the actor can assign someone in this role to the person, or remove them. */
export function canChangeRelation(
  actor: Actor,
  change: RelationChange,
  role: Role,
  person: { pk: number; role: Role },
): boolean {
  const isPair = (role === 'student') !== (person.role === 'student');
  return isPair && actor.pk !== person.pk && hasPermission(actor, `users.${change}_${role}`);
}

/** Returns what happens when a relation is removed, for the person who confirms it. */
export function removalEffect(
  person: Pick<Relative, 'full_name' | 'role'>,
  removed: Pick<Relative, 'full_name' | 'role'>,
): string {
  const meetings =
    person.role === 'mentor' || removed.role === 'mentor'
      ? ' Their current and future meetings are canceled.'
      : '';
  return `${removed.full_name} will no longer be a ${removed.role} of ${person.full_name}. Access to the student’s data ends at once; nothing is deleted.${meetings}`;
}

/** Returns the student and the other person of a request; null when the roles do not fit. */
export function relationFromRequest({
  user,
  target,
  role,
}: RelationRequest): { studentPk: number; userPk: number; kind: RelationKind } | null {
  if (target.role !== role) return null;
  if (role === 'student')
    return user.role === 'student' ? null : { studentPk: target.pk, userPk: user.pk, kind: user.role };
  return user.role === 'student' ? { studentPk: user.pk, userPk: target.pk, kind: role } : null;
}
