import { type Actor, hasPermission, isMentorOf, isRelatedTo } from '../kernel/actor.ts';

/** Student, parents and mentors of the student; staff who may view ratings (SPR-030). */
export function canViewRating(actor: Actor, studentPk: number): boolean {
  return isRelatedTo(actor, studentPk) || hasPermission(actor, 'users.view_studentprofilerating');
}

/** Mentors of the student create the profile rating (STUD-014). */
export function canAddRating(actor: Actor, studentPk: number): boolean {
  return isMentorOf(actor, studentPk);
}

/** Mentors of the student review the profile rating (SPR-002). */
export function canReviewRating(actor: Actor, studentPk: number): boolean {
  return isMentorOf(actor, studentPk);
}

/** What a person can do with a rating, by the names that the specification gives (SPR-030, SPR-031). */
export const RATING_PERMISSIONS = [
  'users.view_studentprofilerating',
  'users.add_studentprofileratingreview',
] as const;
export type RatingPermission = (typeof RATING_PERMISSIONS)[number];

/** Returns what the actor can do with the rating of a student. */
export function ratingPermissions(actor: Actor, studentPk: number): RatingPermission[] {
  return [
    ...(canViewRating(actor, studentPk) ? (['users.view_studentprofilerating'] as const) : []),
    ...(canReviewRating(actor, studentPk) ? (['users.add_studentprofileratingreview'] as const) : []),
  ];
}
