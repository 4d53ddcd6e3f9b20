import type { Actor } from '../kernel/actor.ts';
import { isAdult } from '../kernel/adults.ts';

/** Returns whether the actor decides if their parents can join: students of 18 and older. */
export function canKeepParentsOut(actor: Actor, birthday: string | null, today: string): boolean {
  return actor.role === 'student' && isAdult(birthday, today);
}
