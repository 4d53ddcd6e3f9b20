import { type Actor, hasPermission, isMentorOf, isNear } from '../kernel/actor.ts';

/** Student, parents and mentors of the student; staff who may view roadmaps. */
export function canViewRoadmap(actor: Actor, studentPk: number): boolean {
  return isNear(actor, studentPk) || hasPermission(actor, 'roadmap.view_roadmap');
}

/** The student and the student's mentors; staff who may see it and change roadmaps. Never a parent (decision 11). */
export function canChangeRoadmap(actor: Actor, studentPk: number): boolean {
  if (isMentorOf(actor, studentPk)) return true;
  if (actor.role === 'student') return actor.pk === studentPk;
  return (
    actor.role === 'mentor' &&
    hasPermission(actor, 'roadmap.change_roadmap') &&
    canViewRoadmap(actor, studentPk)
  );
}

/** Mentors of the student, staff with the permission, and students for themselves as they sign up. */
export function canAddRoadmap(actor: Actor, studentPk: number): boolean {
  if (isMentorOf(actor, studentPk)) return true;
  if (actor.role === 'student') return actor.pk === studentPk;
  return actor.role === 'mentor' && hasPermission(actor, 'roadmap.add_roadmap');
}

/** Reach, target or safety is the mentors' judgement (decision 11). */
export function canChangeAdmissionCategory(actor: Actor, studentPk: number): boolean {
  return actor.role === 'mentor' && canChangeRoadmap(actor, studentPk);
}

export function canChangeApplicationType(actor: Actor, studentPk: number): boolean {
  return canChangeRoadmap(actor, studentPk);
}

/** The `permissions` of a roadmap that the actor may view (ROAD-031). */
export function roadmapPermissions(actor: Actor, studentPk: number): string[] {
  return [
    ...(canViewRoadmap(actor, studentPk) ? ['view_roadmap'] : []),
    ...(canChangeRoadmap(actor, studentPk) ? ['change_roadmap'] : []),
  ];
}

/** The `permissions` of a college on a roadmap (COLL-021, COLL-022, COLL-024). */
export function collegePermissions(actor: Actor, studentPk: number): string[] {
  return [
    ...(canChangeRoadmap(actor, studentPk) ? ['change_roadmap'] : []),
    ...(canChangeAdmissionCategory(actor, studentPk) ? ['change_admission_category'] : []),
    ...(canChangeApplicationType(actor, studentPk) ? ['change_application_type'] : []),
  ];
}
