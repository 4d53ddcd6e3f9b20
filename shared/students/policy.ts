import { type Actor, hasPermission, isRelatedTo } from '../kernel/actor.ts';
import { isCapable } from '../kernel/capabilities.ts';

/** The permissions on a student in the list of students (STUD-020). */
export const STUDENT_PERMISSIONS = ['view_roadmap', 'add_roadmap', 'add_studentprofilerating'] as const;
export type StudentPermission = (typeof STUDENT_PERMISSIONS)[number];

/** Returns whether every student is in the actor's list: only staff who can view roadmaps. */
export function canListEveryStudent(actor: Actor): boolean {
  return isCapable(actor, 'list_students') && hasPermission(actor, 'roadmap.view_roadmap');
}

/**
 * Returns whether the student is in the actor's list: a parent's children, a mentor's students, and every student for
 * staff who can view roadmaps.
 */
export function canListStudent(actor: Actor, studentPk: number): boolean {
  return canListEveryStudent(actor) || (isCapable(actor, 'list_students') && isRelatedTo(actor, studentPk));
}

/** Returns whether the actor can see that this student exists: the student, and everyone who lists the student. */
export function canSeeStudent(actor: Actor, studentPk: number): boolean {
  return actor.pk === studentPk || canListStudent(actor, studentPk);
}
