import { canViewBugReports } from '../bug-reports/policy.ts';
import { type Actor, hasPermission, isNear } from '../kernel/actor.ts';
import type { GlobalPermission, Role } from '../kernel/roles.ts';

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

/** What the rules ask about a person. */
export interface PersonFacts {
  pk: number;
  role: Role;
  /** Whether one student belongs to both, or is the actor: a parent or mentor of the same student, or of one's own. */
  sharesStudent: boolean;
  hasReportedBug: boolean;
}

/** Who brings people together sees who they are. */
const ASSIGNS: readonly GlobalPermission[] = [
  'users.assign_student',
  'users.assign_parent',
  'users.assign_mentor',
];

/**
 * Whether the actor may see who this is, by name and role: oneself; students whose pages one opens; who shares a student
 * with one; and for staff everybody (who may view roadmaps sees the family of each, and who assigns needs both sides) or
 * whoever reported a bug.
 */
export function canSeePerson(actor: Actor, person: PersonFacts): boolean {
  if (actor.pk === person.pk) return true;
  const isKnown =
    person.role === 'student'
      ? canViewStudent(actor, person.pk)
      : person.sharesStudent || hasPermission(actor, 'roadmap.view_roadmap');
  return (
    isKnown ||
    ASSIGNS.some((permission) => hasPermission(actor, permission)) ||
    (person.hasReportedBug && canViewBugReports(actor))
  );
}

/** Who belongs to a student is for the student, parents and mentors, and for staff who may view roadmaps. */
export function canSeeFamily(actor: Actor, studentPk: number): boolean {
  return isNear(actor, studentPk) || hasPermission(actor, 'roadmap.view_roadmap');
}
