import { type Actor, hasPermission } from '../kernel/actor.ts';

/** Whether the actor may open this student's pages: the own children or students, and what staff may view. */
export function canViewStudent(actor: Actor, studentPk: number): boolean {
  return (
    actor.studentPks.includes(studentPk) ||
    hasPermission(actor, 'roadmap.view_roadmap') ||
    hasPermission(actor, 'users.view_studentprofilerating')
  );
}

/** PIN-001: students whom the actor may view are pinned. */
export function canPin(actor: Actor, target: { pk: number; isStudent: boolean }): boolean {
  return target.isStudent && canViewStudent(actor, target.pk);
}
