/**
 * 'View as parent': students and mentors see a student's pages as a parent of the student would, and change
 * nothing.
 */
import { type Actor, isMentorOf } from '../kernel/actor.ts';
import type { PersonPermission } from './permissions.ts';

/** The header with the pk of the student. */
export const VIEW_AS_HEADER = 'x-view-as-parent-of';

/** Nobody has this pk, so rules about a person's own data never apply to the virtual parent. */
const NOBODY = 0;

/** Each parent has their own notes, meetings and exports, so the virtual parent has none. */
const PERSONAL: readonly PersonPermission[] = [
  'view_bookedmeeting',
  'view_note',
  'view_authored_notes',
  'view_personal_data',
];

/** Returns whether the actor can view as a parent of this student: the student and their mentors. */
export function canViewAsParent(actor: Actor, studentPk: number): boolean {
  return (actor.role === 'student' && actor.pk === studentPk) || isMentorOf(actor, studentPk);
}

/** Returns a parent of only this student, who holds no permission and can change nothing. */
export function virtualParentOf(viewer: Actor, studentPk: number): Actor {
  return {
    pk: NOBODY,
    role: 'parent',
    fullName: 'A parent',
    timeZone: viewer.timeZone,
    studentPks: [studentPk],
    permissions: [],
    access: { kind: 'readOnly', reason: 'viewing_as' },
    viewer,
  };
}

/** Returns whether the permission is about data that the virtual parent does not have. */
export function isPersonal(actor: Actor, permission: PersonPermission): boolean {
  return actor.viewer !== undefined && PERSONAL.includes(permission);
}
