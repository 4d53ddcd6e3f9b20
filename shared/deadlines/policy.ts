import { type Actor, isRelatedTo } from '../kernel/actor.ts';
import { isCapable } from '../kernel/capabilities.ts';

/** Returns whether the actor can see a student's deadlines: the student, parents and mentors. */
export function canSeeDeadlines(actor: Actor, studentPk: number): boolean {
  return isRelatedTo(actor, studentPk);
}

/**
 * Returns the students whose deadlines are the actor's own: a student's, and those of a parent's children.
 */
export function ownDeadlineStudents(actor: Actor): readonly number[] {
  if (isCapable(actor, 'own_roadmap')) return [actor.pk];
  return isCapable(actor, 'follow_children') ? actor.studentPks : [];
}
