import { type Actor, hasPermission, isMentorOf, isRelatedTo } from '../kernel/actor.ts';

/**
 * Returns whether the actor can view a roadmap: the student, their parents and mentors, and staff who can view
 * roadmaps.
 */
export function canViewRoadmap(actor: Actor, studentPk: number): boolean {
  return isRelatedTo(actor, studentPk) || hasPermission(actor, 'roadmap.view_roadmap');
}

/**
 * Returns whether the actor can change a roadmap: the student, their mentors, and staff who can view and change
 * roadmaps. Never a parent (product decision 11).
 */
export function canChangeRoadmap(actor: Actor, studentPk: number): boolean {
  if (isMentorOf(actor, studentPk)) return true;
  if (actor.role === 'student') return actor.pk === studentPk;
  return (
    actor.role === 'mentor' &&
    hasPermission(actor, 'roadmap.change_roadmap') &&
    canViewRoadmap(actor, studentPk)
  );
}

/**
 * Returns whether the actor can create a roadmap: mentors of the student, staff with the permission, and students for
 * themselves.
 */
export function canAddRoadmap(actor: Actor, studentPk: number): boolean {
  if (isMentorOf(actor, studentPk)) return true;
  if (actor.role === 'student') return actor.pk === studentPk;
  return actor.role === 'mentor' && hasPermission(actor, 'roadmap.add_roadmap');
}

/**
 * Returns whether the actor can set reach, target or safety: mentors of the student, and staff who can change the
 * roadmap (product decision 11).
 */
export function canChangeAdmissionCategory(actor: Actor, studentPk: number): boolean {
  return actor.role === 'mentor' && canChangeRoadmap(actor, studentPk);
}

/** Returns whether the actor can set the type of an application: whoever can change the roadmap. */
export function canChangeApplicationType(actor: Actor, studentPk: number): boolean {
  return canChangeRoadmap(actor, studentPk);
}

/** The permissions on a roadmap (ROAD-031). */
export const ROADMAP_PERMISSIONS = ['view_roadmap', 'change_roadmap'] as const;
export type RoadmapPermission = (typeof ROADMAP_PERMISSIONS)[number];

/** Returns the `permissions` of a roadmap. */
export function roadmapPermissions(actor: Actor, studentPk: number): RoadmapPermission[] {
  return [
    ...(canViewRoadmap(actor, studentPk) ? (['view_roadmap'] as const) : []),
    ...(canChangeRoadmap(actor, studentPk) ? (['change_roadmap'] as const) : []),
  ];
}

/** The permissions on a college on a roadmap (COLL-021, COLL-022, COLL-024). */
export const COLLEGE_PERMISSIONS = [
  'change_roadmap',
  'change_admission_category',
  'change_application_type',
] as const;
export type CollegePermission = (typeof COLLEGE_PERMISSIONS)[number];

/** Returns the `permissions` of a college on a roadmap. */
export function collegePermissions(actor: Actor, studentPk: number): CollegePermission[] {
  return [
    ...(canChangeRoadmap(actor, studentPk) ? (['change_roadmap'] as const) : []),
    ...(canChangeAdmissionCategory(actor, studentPk) ? (['change_admission_category'] as const) : []),
    ...(canChangeApplicationType(actor, studentPk) ? (['change_application_type'] as const) : []),
  ];
}
