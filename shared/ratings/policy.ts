import { type Actor, hasPermission, isMentorOf, isRelatedTo } from '../kernel/actor.ts';

/** Student, parents and mentors of the student; staff who may view ratings (SPR-030). */
export function canViewRating(actor: Actor, studentPk: number): boolean {
  return isRelatedTo(actor, studentPk) || hasPermission(actor, 'users.view_studentprofilerating');
}

/** Mentors of the student create the profile rating (STUD-014). */
export function canAddRating(actor: Actor, studentPk: number): boolean {
  return isMentorOf(actor, studentPk);
}
