import { describe, expect, it } from 'vitest';
import { GLOBAL_PERMISSIONS } from '#shared/kernel/roles.ts';
import {
  ACTORS,
  createActor,
  EVERY_MENTOR,
  MENTORS,
  RELATED,
  STUDENT_PK,
  whoCan,
} from '#tests/factories/actors.ts';
import {
  canChangeContact,
  canChangeTrackerLink,
  canFindDisabled,
  canPin,
  canReadNotesBy,
  canSeeAllStudentsOf,
  canSeeFamily,
  canSeePerson,
  canSeeSharedStudents,
  canSetBirthday,
  canViewStudent,
  type PersonFacts,
  userSearchScope,
} from './policy.ts';

const strangerTo = (name: keyof typeof ACTORS): PersonFacts => ({
  pk: ACTORS[name].pk,
  role: ACTORS[name].role,
  sharesStudent: false,
  hasReportedBug: false,
});
const knownTo = (name: keyof typeof ACTORS): PersonFacts => ({ ...strangerTo(name), sharesStudent: true });

/** The permissions of staff who change relations, accounts or data. */
const SEES_EVERYONE = [
  'privacy.manage_data',
  'users.assign_student',
  'users.assign_parent',
  'users.assign_mentor',
  'users.remove_student',
  'users.remove_parent',
  'users.remove_mentor',
  'users.disable_user',
  'users.reset_password',
];
const VIEWS_STUDENTS = ['roadmap.view_roadmap', 'users.view_studentprofilerating'];
const inOrder = (permissions: readonly string[]) =>
  GLOBAL_PERMISSIONS.filter((permission) => permissions.includes(permission));

describe("a student's pages", () => {
  it('parents, mentors and staff with a view permission open them', () => {
    expect(whoCan((actor) => canViewStudent(actor, STUDENT_PK))).toEqual([
      'parent',
      ...MENTORS,
      ...VIEWS_STUDENTS,
    ]);
  });

  it('the same people pin the student', () => {
    expect(whoCan((actor) => canPin(actor, { pk: STUDENT_PK, isStudent: true }))).toEqual([
      'parent',
      ...MENTORS,
      ...VIEWS_STUDENTS,
    ]);
  });

  it('nobody pins a person who is not a student', () => {
    expect(whoCan((actor) => canPin(actor, { pk: STUDENT_PK, isStudent: false }))).toEqual([]);
  });
});

describe('the name and role of a person', () => {
  it('of a student: related people and staff', () => {
    expect(whoCan((actor) => canSeePerson(actor, strangerTo('student')))).toEqual([
      ...RELATED,
      ...inOrder([...VIEWS_STUDENTS, ...SEES_EVERYONE]),
    ]);
  });

  it('a shared student does not show other students', () => {
    expect(canSeePerson(ACTORS['other parent'], knownTo('student'))).toBe(false);
  });

  it('of a mentor without a shared student: the mentor, and staff who view roadmaps or see everyone', () => {
    expect(whoCan((actor) => canSeePerson(actor, strangerTo('mentor')))).toEqual([
      'mentor',
      ...inOrder(['roadmap.view_roadmap', ...SEES_EVERYONE]),
    ]);
  });

  it.each(['student', 'parent', 'mentor'] as const)('a %s sees a parent of the same student', (name) => {
    expect(canSeePerson(ACTORS[name], knownTo('other parent'))).toBe(true);
    expect(canSeePerson(ACTORS[name], strangerTo('other parent'))).toBe(false);
  });

  it('of a person who reported a bug: also staff who read bug reports', () => {
    const reporter = { ...strangerTo('mentor'), hasReportedBug: true };
    expect(whoCan((actor) => canSeePerson(actor, reporter))).toEqual([
      'mentor',
      ...inOrder(['bug_reports.view_report', 'roadmap.view_roadmap', ...SEES_EVERYONE]),
    ]);
  });
});

describe('the search for people', () => {
  const EVERYONE = [
    'privacy.manage_data',
    'users.assign_student',
    'users.assign_parent',
    'users.assign_mentor',
    'users.disable_user',
  ];

  it('covers everyone for staff who assign or disable people or manage data', () => {
    expect(whoCan((actor) => userSearchScope(actor) === 'everyone')).toEqual(inOrder(EVERYONE));
  });

  it('covers related people for mentors and other staff', () => {
    expect(whoCan((actor) => userSearchScope(actor) === 'related')).toEqual([
      ...EVERY_MENTOR,
      ...GLOBAL_PERMISSIONS.filter((permission) => !EVERYONE.includes(permission)),
    ]);
  });

  it('is closed to students and parents', () => {
    for (const name of ['student', 'parent', 'other student', 'other parent'] as const)
      expect(userSearchScope(ACTORS[name])).toBeNull();
  });

  it('finds disabled people only for staff who enable them', () => {
    expect(whoCan(canFindDisabled)).toEqual(['users.disable_user']);
  });
});

describe('relations', () => {
  it('related people, and staff who view roadmaps or remove relations, see the parents and mentors', () => {
    expect(whoCan((actor) => canSeeFamily(actor, STUDENT_PK))).toEqual([
      ...RELATED,
      'roadmap.view_roadmap',
      'users.remove_parent',
      'users.remove_mentor',
    ]);
  });

  it('only staff who remove students see all students of a person', () => {
    expect(whoCan(canSeeAllStudentsOf)).toEqual(['users.remove_student']);
    expect(whoCan((actor) => canSeeSharedStudents(actor, strangerTo('mentor')))).toEqual([
      'mentor',
      'users.remove_student',
    ]);
  });

  it('parents and mentors see the students they share with a person, students do not', () => {
    const mentor = knownTo('mentor');
    expect(canSeeSharedStudents(ACTORS['co-mentor'], mentor)).toBe(true);
    expect(canSeeSharedStudents(ACTORS.parent, mentor)).toBe(true);
    expect(canSeeSharedStudents(ACTORS.student, mentor)).toBe(false);
    expect(canSeeSharedStudents(ACTORS['other mentor'], strangerTo('mentor'))).toBe(false);
  });

  it('a student has no students to show', () => {
    expect(whoCan((actor) => canSeeSharedStudents(actor, knownTo('student')))).toEqual([]);
  });
});

describe('contact data', () => {
  it("the student and the mentors change a student's phone number and birthday", () => {
    expect(whoCan((actor) => canChangeContact(actor, ACTORS.student))).toEqual(['student', ...MENTORS]);
  });

  it('only the mentors change the tracker link', () => {
    expect(whoCan((actor) => canChangeTrackerLink(actor, ACTORS.student))).toEqual(MENTORS);
  });

  it('parents and mentors change only their own', () => {
    expect(whoCan((actor) => canChangeContact(actor, ACTORS.parent))).toEqual(['parent']);
    expect(whoCan((actor) => canChangeContact(actor, ACTORS.mentor))).toEqual(['mentor']);
    expect(whoCan((actor) => canChangeTrackerLink(actor, ACTORS.mentor))).toEqual([]);
  });

  it('mentors of a person who is not a student cannot do it', () => {
    const mentor = createActor('mentor', { studentPks: [ACTORS.parent.pk] });
    expect(canChangeTrackerLink(mentor, ACTORS.parent)).toBe(false);
    expect(canChangeContact(mentor, ACTORS.parent)).toBe(false);
  });
});

describe('a birthday', () => {
  const TODAY = '2026-11-22';
  const setsOwn = (stored: string | null, birthday: string | null, today = TODAY) =>
    canSetBirthday(ACTORS.student, { ...ACTORS.student, birthday: stored }, birthday, today);

  it.each([
    ['2009-05-31', '2009-06-01', true],
    ['2009-05-31', '2010-01-01', true],
    ['2009-05-31', '2009-05-30', false],
    ['2009-05-31', '2008-11-22', false],
    // Otherwise a student could be 18 a day later.
    ['2009-05-31', '2008-11-23', false],
    ['2009-05-31', null, false],
    [null, '2009-05-31', true],
    [null, '1999-01-01', true],
    [null, null, true],
  ])('of a student who is not known to be 18: from %s to %s: %s', (stored, birthday, expected) => {
    expect(setsOwn(stored, birthday)).toBe(expected);
  });

  it('is changed and removed by adult students', () => {
    expect(setsOwn('2008-11-22', '1999-01-01')).toBe(true);
    expect(setsOwn('2008-11-22', null)).toBe(true);
    expect(setsOwn('2008-11-23', '2008-11-22', '2026-11-23')).toBe(true);
  });

  it('of a student is corrected by their mentors, and that of everyone else by the person', () => {
    const student = { ...ACTORS.student, birthday: '2009-05-31' };
    for (const birthday of ['1999-01-01', null]) {
      expect(canSetBirthday(ACTORS.mentor, student, birthday, TODAY)).toBe(true);
      for (const actor of [ACTORS.parent, ACTORS.mentor]) {
        expect(canSetBirthday(actor, { ...actor, birthday: '2009-05-31' }, birthday, TODAY)).toBe(true);
      }
    }
  });
});

describe('notes by a mentor', () => {
  const readersOf = (person: PersonFacts) => whoCan((actor) => canReadNotesBy(actor, person));

  it('people who share a student with the mentor can have some, the mentor has a separate list', () => {
    const readers = readersOf(knownTo('mentor'));
    expect(readers).toEqual(expect.arrayContaining(['student', 'parent', 'co-mentor']));
    expect(readers).not.toContain('mentor');
  });

  it('nobody has some without a shared student, or by a person who is not a mentor', () => {
    expect(readersOf(strangerTo('mentor'))).toEqual([]);
    expect(readersOf(knownTo('parent'))).toEqual([]);
  });
});
