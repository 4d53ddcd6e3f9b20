import { isCapable } from '../kernel/capabilities.ts';
import { type Actor, hasPermission, isMentorOf, isRelatedTo } from '../kernel/actor.ts';

/**
 * Returns whether the actor can view the rating: the student, their parents and mentors, and staff who can view ratings
 * (SPR-030).
 */
export function canViewRating(actor: Actor, studentPk: number): boolean {
  return isRelatedTo(actor, studentPk) || hasPermission(actor, 'users.view_studentprofilerating');
}

/** Returns whether the actor can create the profile rating: mentors of the student (STUD-014). */
export function canAddRating(actor: Actor, studentPk: number): boolean {
  return isMentorOf(actor, studentPk);
}

/** Returns whether the actor can review the profile rating: mentors of the student (SPR-002). */
export function canReviewRating(actor: Actor, studentPk: number): boolean {
  return isMentorOf(actor, studentPk);
}

/** Returns whether the actor can request a review: students, of their own rating (SPR-020). */
export function canRequestReview(actor: Actor): boolean {
  return isCapable(actor, 'own_roadmap');
}

/** Permission names of a rating (SPR-030, SPR-031). */
const VIEW_PERMISSION = 'users.view_studentprofilerating';
export const ADD_REVIEW_PERMISSION = 'users.add_studentprofileratingreview';
export type RatingPermission = typeof VIEW_PERMISSION | typeof ADD_REVIEW_PERMISSION;

/** Returns what the actor can do with the rating of a student. */
export function ratingPermissions(actor: Actor, studentPk: number): RatingPermission[] {
  return [
    ...(canViewRating(actor, studentPk) ? ([VIEW_PERMISSION] as const) : []),
    ...(canReviewRating(actor, studentPk) ? ([ADD_REVIEW_PERMISSION] as const) : []),
  ];
}
