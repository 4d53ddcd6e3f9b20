import type { GlobalPermission, Role } from './roles.ts';

/**
 * Who acts: the signed-in person with everything that permission rules ask about. Read from the database on each
 * request, never from a token, so that a removed relation or permission counts at once.
 */
export interface Actor {
  readonly pk: number;
  readonly role: Role;
  readonly fullName: string;
  readonly timeZone: string;
  /** The students this person belongs to: a parent's children, a mentor's students. Empty for a student. */
  readonly studentPks: readonly number[];
  readonly permissions: readonly GlobalPermission[];
}

/** A list of students is asked about for each of its rows: somebody's many are looked up, not searched through. */
const sets = new WeakMap<readonly number[], ReadonlySet<number>>();
const MANY = 16;

function hasStudent({ studentPks }: Actor, studentPk: number): boolean {
  if (studentPks.length < MANY) return studentPks.includes(studentPk);
  let set = sets.get(studentPks);
  if (set === undefined) {
    set = new Set(studentPks);
    sets.set(studentPks, set);
  }
  return set.has(studentPk);
}

/** Whether the actor is a mentor of this student. */
export function isMentorOf(actor: Actor, studentPk: number | null): boolean {
  return studentPk !== null && actor.role === 'mentor' && hasStudent(actor, studentPk);
}

/** Whether the actor is a parent of this student. */
export function isParentOf(actor: Actor, studentPk: number | null): boolean {
  return studentPk !== null && actor.role === 'parent' && hasStudent(actor, studentPk);
}

/** Whether the actor is this student, a parent of theirs or one of their mentors. */
export function isNear(actor: Actor, studentPk: number): boolean {
  return actor.pk === studentPk || hasStudent(actor, studentPk);
}

export function hasPermission(actor: Actor, permission: GlobalPermission): boolean {
  return actor.permissions.includes(permission);
}
