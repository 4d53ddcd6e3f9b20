import { type Actor, hasPermission, isNear } from '../kernel/actor.ts';

/**
 * Whether the list of students holds this one: a parent's children, a mentor's students, and every student for
 * staff who may view roadmaps.
 */
export function canListStudent(actor: Actor, studentPk: number): boolean {
  if (actor.role === 'student') return false;
  return isNear(actor, studentPk) || hasPermission(actor, 'roadmap.view_roadmap');
}

/** Whether the actor may see that this student is there: the student, and whoever has the student in the list. */
export function canSeeStudent(actor: Actor, studentPk: number): boolean {
  return actor.pk === studentPk || canListStudent(actor, studentPk);
}
