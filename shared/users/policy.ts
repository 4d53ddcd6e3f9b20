import { type Actor, hasPermission, isMentorOf, isRelatedTo } from '../kernel/actor.ts';
import { isAdult } from '../kernel/adults.ts';
import { isCapable, SEARCHES_EVERYONE } from '../kernel/capabilities.ts';
import type { GlobalPermission, Role } from '../kernel/roles.ts';

/** Returns whether the actor can open this student's pages: parents, mentors and staff with a view permission. */
export function canViewStudent(actor: Actor, studentPk: number): boolean {
  return (
    actor.studentPks.includes(studentPk) ||
    hasPermission(actor, 'roadmap.view_roadmap') ||
    hasPermission(actor, 'users.view_studentprofilerating')
  );
}

/** Returns whether the actor can pin a person: people pin the students they can view (PIN-001). */
export function canPin(actor: Actor, target: { pk: number; isStudent: boolean }): boolean {
  return target.isStudent && canViewStudent(actor, target.pk);
}

/** The fields of a person that the rules read. */
export interface PersonFacts {
  pk: number;
  role: Role;
  /** Whether the actor and the person are related to the same student, or the actor is that student. */
  sharesStudent: boolean;
  hasReportedBug: boolean;
}

/** The permissions whose holders see relations, because they remove them. */
const REMOVES: readonly GlobalPermission[] = ['users.remove_parent', 'users.remove_mentor'];

/** The permissions whose holders see everyone, because they choose people to relate or disable. */
const SEES_EVERYONE: readonly GlobalPermission[] = [
  ...SEARCHES_EVERYONE,
  ...REMOVES,
  'users.remove_student',
  'users.reset_password',
];

/**
 * Returns whether the actor can see this person's name and role: themselves, the students they can view, and
 * people related to the same student. Staff who view roadmaps, or change relations or accounts, see everyone.
 * Staff who handle bug reports also see the reporters.
 */
export function canSeePerson(actor: Actor, person: PersonFacts): boolean {
  if (actor.pk === person.pk) return true;
  const isKnown =
    person.role === 'student'
      ? canViewStudent(actor, person.pk)
      : person.sharesStudent || hasPermission(actor, 'roadmap.view_roadmap');
  return (
    isKnown ||
    SEES_EVERYONE.some((permission) => hasPermission(actor, permission)) ||
    (person.hasReportedBug && hasPermission(actor, 'bug_reports.view_report'))
  );
}

/** Returns who the actor's user search covers; null when they cannot search. */
export function userSearchScope(actor: Actor): 'everyone' | 'related' | null {
  if (SEARCHES_EVERYONE.some((permission) => hasPermission(actor, permission))) return 'everyone';
  return isCapable(actor, 'search_users') ? 'related' : null;
}

/** Returns whether the actor's search also finds disabled people, because the actor can enable them. */
export function canFindDisabled(actor: Actor): boolean {
  return hasPermission(actor, 'users.disable_user');
}

/**
 * Returns whether the actor can see the student's parents and mentors: related people, and staff who view
 * roadmaps or remove relations.
 */
export function canSeeFamily(actor: Actor, studentPk: number): boolean {
  return (
    isRelatedTo(actor, studentPk) ||
    hasPermission(actor, 'roadmap.view_roadmap') ||
    REMOVES.some((permission) => hasPermission(actor, permission))
  );
}

/** Returns whether the actor sees all students of parents and mentors, not only shared ones: staff who remove them. */
export function canSeeAllStudentsOf(actor: Actor): boolean {
  return hasPermission(actor, 'users.remove_student');
}

/** Returns whether the actor can see which students they share with this parent or mentor, or all of them. */
export function canSeeSharedStudents(actor: Actor, person: PersonFacts): boolean {
  if (person.role !== 'student' && canSeeAllStudentsOf(actor)) return true;
  if (person.role === 'student' || !isCapable(actor, 'list_students')) return false;
  return actor.pk === person.pk || person.sharesStudent;
}

/**
 * Returns whether the actor can see and change a person's phone number and birthday: the person themselves
 * and, for a student, their mentors.
 */
export function canChangeContact(actor: Actor, { pk, role }: Pick<PersonFacts, 'pk' | 'role'>): boolean {
  return actor.pk === pk || canChangeTrackerLink(actor, { pk, role });
}

/** The error of a birthday that {@link canSetBirthday} refuses. */
export const BIRTHDAY_BY_MENTOR = 'Ask your mentor to correct your birthday.';

/**
 * Returns whether an actor who can change a person's contact data can set this birthday. From 18 on, students can keep
 * their parents out of meetings. So students under 18 cannot make themselves older, or remove their birthday. Their
 * mentors can. A first birthday is taken on trust, as in the sign-up.
 * @param birthday as yyyy-MM-dd; null removes it
 */
export function canSetBirthday(
  actor: Actor,
  { pk, role, birthday: stored }: Pick<PersonFacts, 'pk' | 'role'> & { birthday: string | null },
  birthday: string | null,
  today: string,
): boolean {
  const isOwn = role === 'student' && actor.pk === pk;
  if (!isOwn || stored === null || isAdult(stored, today)) return true;
  return birthday !== null && birthday >= stored;
}

/** Returns whether the actor can change the tracker link: mentors of the student. Students only see it. */
export function canChangeTrackerLink(actor: Actor, { pk, role }: Pick<PersonFacts, 'pk' | 'role'>): boolean {
  return role === 'student' && isMentorOf(actor, pk);
}

/** Returns whether the actor can read notes by this mentor: a mentor of theirs, or of a student they are related to. */
export function canReadNotesBy(actor: Actor, person: PersonFacts): boolean {
  return actor.pk !== person.pk && person.role === 'mentor' && person.sharesStudent;
}
