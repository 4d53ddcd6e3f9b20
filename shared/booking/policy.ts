import { type Actor, isParentOf, isRelatedTo } from '../kernel/actor.ts';
import type { Role } from '../kernel/roles.ts';

/** A mentor and a student who may meet. */
export interface BookingPair {
  mentorPk: number;
  studentPk: number;
  /** Whether the mentor is one of the student's. */
  areRelated: boolean;
}

/**
 * Returns whether the actor can book meetings between a mentor and a student: these two and the student's
 * parents can.
 */
export function canBook(actor: Actor, { mentorPk, studentPk, areRelated }: BookingPair): boolean {
  return areRelated && (actor.pk === mentorPk || actor.pk === studentPk || isParentOf(actor, studentPk));
}

/**
 * Returns whether the actor can book meetings with this person: related people with a student, students and
 * parents with their mentors.
 */
export function canBookWith(
  actor: Actor,
  { pk, role, sharesStudent }: { pk: number; role: Role; sharesStudent: boolean },
): boolean {
  if (role === 'student') return isRelatedTo(actor, pk);
  return role === 'mentor' && sharesStudent && (actor.role === 'student' || actor.role === 'parent');
}
