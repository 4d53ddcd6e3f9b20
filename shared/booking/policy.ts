import { type Actor, isParentOf } from '../kernel/actor.ts';

/** A mentor and a student who may meet. */
export interface BookingPair {
  mentorPk: number;
  studentPk: number;
  /** Whether the mentor is one of the student's. */
  areRelated: boolean;
}

/** Returns whether the actor books meetings of these two: the mentor, the student and the student's parents do. */
export function canBook(actor: Actor, { mentorPk, studentPk, areRelated }: BookingPair): boolean {
  return areRelated && (actor.pk === mentorPk || actor.pk === studentPk || isParentOf(actor, studentPk));
}
