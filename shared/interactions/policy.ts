import { type Actor, isRelatedTo } from '../kernel/actor.ts';

/**
 * Returns whether the actor can see interactions of this student: the student, their parents and their mentors. Each
 * entry also follows the rule of its list or note.
 */
export function canSeeInteractionsOf(actor: Actor, studentPk: number): boolean {
  return isRelatedTo(actor, studentPk);
}
