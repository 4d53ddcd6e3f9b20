import type { Access } from './access.ts';
import type { GlobalPermission, Role } from './roles.ts';

/**
 * The signed-in person with all data that permission rules read. Loaded from the database on each request, never from a
 * token, so that a removed relation or permission takes effect with the next request.
 */
export interface Actor {
  readonly pk: number;
  readonly role: Role;
  readonly fullName: string;
  readonly timeZone: string;
  /** A parent's children or a mentor's students. Empty for a student. */
  readonly studentPks: readonly number[];
  readonly permissions: readonly GlobalPermission[];
  readonly access: Access;
  /** The signed-in person behind the virtual parent of 'view as parent' (shared/users/view-as.ts). */
  readonly viewer?: Actor;
}

/** Long student lists as sets, because rules run once for each row of a list. */
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

/** Returns whether the actor is a mentor of this student. */
export function isMentorOf(actor: Actor, studentPk: number | null): boolean {
  return studentPk !== null && actor.role === 'mentor' && hasStudent(actor, studentPk);
}

/** Returns whether the actor is a parent of this student. */
export function isParentOf(actor: Actor, studentPk: number | null): boolean {
  return studentPk !== null && actor.role === 'parent' && hasStudent(actor, studentPk);
}

/** Returns whether the actor is this student, or a parent or mentor of the student. */
export function isRelatedTo(actor: Actor, studentPk: number): boolean {
  return actor.pk === studentPk || hasStudent(actor, studentPk);
}

/** Returns whether the actor holds the global permission. */
export function hasPermission(actor: Actor, permission: GlobalPermission): boolean {
  return actor.permissions.includes(permission);
}
