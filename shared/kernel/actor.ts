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

/** Whether the actor is a mentor of this student. */
export function isMentorOf(actor: Actor, studentPk: number | null): boolean {
  return studentPk !== null && actor.role === 'mentor' && actor.studentPks.includes(studentPk);
}

/** Whether the actor is a parent of this student. */
export function isParentOf(actor: Actor, studentPk: number | null): boolean {
  return studentPk !== null && actor.role === 'parent' && actor.studentPks.includes(studentPk);
}

/** Whether the actor is this student, a parent of theirs or one of their mentors. */
export function isNear(actor: Actor, studentPk: number): boolean {
  return actor.pk === studentPk || actor.studentPks.includes(studentPk);
}

export function hasPermission(actor: Actor, permission: GlobalPermission): boolean {
  return actor.permissions.includes(permission);
}
