/** The people around one student, for the tests of policies. No database. */
import { FULL_ACCESS } from '#shared/kernel/access.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { GLOBAL_PERMISSIONS, type GlobalPermission, type Role } from '#shared/kernel/roles.ts';

/** Creates a person as the rules see them; omitted fields get default values. */
export function createActor(role: Role, given: Partial<Actor> = {}): Actor {
  const defaults = { pk: 1, fullName: 'Ada Novak', timeZone: 'UTC', studentPks: [], permissions: [] };
  return { ...defaults, role, access: FULL_ACCESS, ...given };
}

/** Creates a mentor without students who has these permissions. */
export function createStaff(...permissions: GlobalPermission[]): Actor {
  return createActor('mentor', { pk: 90, permissions });
}

const student = createActor('student', { pk: 10 });
const otherStudent = createActor('student', { pk: 20 });

/** The family and the mentors of a student, and those of another one. */
export const ACTORS = {
  student,
  parent: createActor('parent', { pk: 11, studentPks: [student.pk] }),
  mentor: createActor('mentor', { pk: 12, studentPks: [student.pk, 30] }),
  'co-mentor': createActor('mentor', { pk: 13, studentPks: [student.pk] }),
  'other student': otherStudent,
  'other parent': createActor('parent', { pk: 21, studentPks: [otherStudent.pk] }),
  'other mentor': createActor('mentor', { pk: 22, studentPks: [otherStudent.pk] }),
} as const;

/** The student of {@link ACTORS}. */
export const STUDENT_PK = student.pk;

/** The student, the parent and the mentors. */
export const RELATED = ['student', 'parent', 'mentor', 'co-mentor'];
export const FAMILY = ['student', 'parent'];
export const MENTORS = ['mentor', 'co-mentor'];
export const EVERY_MENTOR = [...MENTORS, 'other mentor'];

/** Staff have one permission each, so that a rule that accepts a wrong one fails. */
const EVERYONE: readonly [name: string, actor: Actor][] = [
  ...Object.entries(ACTORS),
  ...GLOBAL_PERMISSIONS.map((one): [string, Actor] => [one, createStaff(one)]),
];

/** Returns who a rule allows: the names of {@link ACTORS}, and for staff the name of their permission. */
export function whoCan(rule: (actor: Actor) => boolean): string[] {
  return EVERYONE.filter(([, actor]) => rule(actor)).map(([name]) => name);
}

/** Returns what each person gets, without people who get nothing. */
export function whoGets<Item>(rule: (actor: Actor) => readonly Item[]): Record<string, readonly Item[]> {
  return Object.fromEntries(
    EVERYONE.map(([name, actor]) => [name, rule(actor)] as const).filter(([, items]) => items.length > 0),
  );
}
