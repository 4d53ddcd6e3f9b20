import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toGlobalId } from '#shared/kernel/ids.ts';
import type { GlobalPermission } from '#shared/kernel/roles.ts';
import type { Person } from '#shared/users/person.ts';
import { createRoadmap } from '#tests/factories/roadmap.ts';
import { createFamily, createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
beforeAll(async () => {
  app = await startTestApp();
  family = await createFamily(app.database);
  await createRoadmap(app.database, family.student, { year: 'JR' });
});
afterAll(() => app.close());

async function see(viewer: TestUser, { pk }: { pk: number }) {
  return (await app.as(viewer)).rest<Person>('GET', `/api/users/${pk}/`);
}

const staffWith = (...permissions: GlobalPermission[]) =>
  createUser(app.database, { role: 'mentor', permissions });

const relative = ({ pk, fullName, role }: TestUser) => ({
  id: toGlobalId('User', pk),
  object_id: pk,
  pk,
  full_name: fullName,
  picture: null,
  role,
});

const studentOf = (student: TestUser) => ({
  ...relative(student),
  last_interaction: null,
  permissions: ['view_interaction'],
});

describe('a student', () => {
  // covers: USER-017 USER-018 USER-038
  it('is returned by pk with the people related to them', async () => {
    const { student, parent, mentor, coMentor } = family;
    expect(await see(mentor, student)).toMatchObject({ status: 200 });
    expect((await see(mentor, student)).body).toEqual({
      id: toGlobalId('User', student.pk),
      object_id: student.pk,
      pk: student.pk,
      role: 'student',
      first_name: student.firstName,
      last_name: student.lastName,
      full_name: student.fullName,
      email: student.email,
      phone: '',
      birthday: null,
      tracker_link: '',
      picture: null,
      year: 'JR',
      target_points: null,
      last_interaction: null,
      permissions: [
        'view_customuser',
        'view_family',
        'view_roadmap',
        'add_roadmap',
        'view_studentprofilerating',
        'add_studentprofilerating',
        'view_bookedmeeting',
        'add_bookedmeeting',
        'view_essay',
        'view_list',
        'view_interaction',
        'view_note',
        'add_note',
        'view_as_parent',
        'view_contact',
        'change_contact',
        'change_tracker_link',
      ],
      has_relation_perm: false,
      deleted_at: null,
      disabled_reason: null,
      students: [],
      parents: [relative(parent)],
      mentors: [relative(mentor), relative(coMentor)],
    });
  });

  it('sees themself; a parent may look and add nothing', async () => {
    const own = (await see(family.student, family.student)).body;
    expect(own.parents).toEqual([relative(family.parent)]);
    expect(own.permissions).toContain('add_roadmap');
    expect(own.permissions).not.toContain('view_customuser');
    const { permissions } = (await see(family.parent, family.student)).body;
    expect(permissions).toEqual([
      'view_customuser',
      'view_family',
      'view_roadmap',
      'view_studentprofilerating',
      'view_bookedmeeting',
      'add_bookedmeeting',
      'view_essay',
      'view_list',
      'view_interaction',
      'view_note',
      'view_personal_data',
    ]);
  });

  it('shows only name and role to staff who assign people, and permitted data to others', async () => {
    const nothing = { year: null, students: [], parents: [], mentors: [], phone: null };
    for (const permission of [
      'users.assign_student',
      'users.assign_parent',
      'users.assign_mentor',
    ] as const) {
      const { body } = await see(await staffWith(permission), family.student);
      expect(body, permission).toMatchObject({
        full_name: family.student.fullName,
        permissions: permission === 'users.assign_student' ? [] : [permission.replace('users.', '')],
        ...nothing,
      });
    }
    expect(
      (await see(await staffWith('users.view_studentprofilerating'), family.student)).body,
    ).toMatchObject({
      year: null,
      permissions: ['view_customuser', 'view_studentprofilerating'],
      parents: [],
      mentors: [],
    });
    expect((await see(await staffWith('roadmap.view_roadmap'), family.student)).body).toMatchObject({
      year: 'JR',
      permissions: ['view_customuser', 'view_family', 'view_roadmap'],
      parents: [relative(family.parent)],
    });
  });

  it('logs that staff looked at a student they are not related to', async () => {
    const staff = await staffWith('users.assign_mentor');
    for (const viewer of [family.student, family.parent, family.mentor]) await see(viewer, family.student);
    await see(staff, family.mentor);
    await see(staff, family.student);
    const { student, parent, mentor } = family;
    expect(
      await app.database.query(
        `SELECT actor_pk AS reader, subject_pk AS student, detail FROM security_events
        WHERE kind = 'student_read' AND actor_pk = ANY($1)`,
        [[staff.pk, student.pk, parent.pk, mentor.pk]],
      ),
    ).toEqual([{ reader: staff.pk, student: student.pk, detail: 'summary' }]);
  });
});

describe('a parent or mentor', () => {
  it('shows only the students that both share', async () => {
    const { student, mentor, parent, coMentor, otherStudent } = family;
    await relate(app.database, otherStudent, coMentor);
    for (const viewer of [mentor, parent]) {
      expect((await see(viewer, coMentor)).body).toMatchObject({
        full_name: coMentor.fullName,
        role: 'mentor',
        students: [studentOf(student)],
        permissions: [
          // Mentors do not meet each other.
          ...(viewer === parent ? ['add_bookedmeeting'] : []),
          'view_shared_students',
          'view_authored_notes',
        ],
        year: null,
        parents: [],
        mentors: [],
      });
    }
    expect((await see(student, parent)).body.students).toEqual([studentOf(student)]);
    expect((await see(coMentor, coMentor)).body.students).toEqual([
      studentOf(student),
      studentOf(otherStudent),
    ]);
    expect((await see(await staffWith('roadmap.view_roadmap'), coMentor)).body.students).toEqual([]);
    // Staff see the relation, and not the interactions.
    expect((await see(await staffWith('users.remove_student'), mentor)).body.students).toEqual([
      { ...studentOf(student), permissions: [] },
    ]);
  });
});

describe('the reporter of a bug', () => {
  it('is visible by name and role to people who handle reports; nobody else is', async () => {
    const { otherStudent, otherParent } = family;
    const staff = await staffWith('bug_reports.view_report');
    for (const reporter of [otherStudent, otherParent]) {
      expect(await see(staff, reporter)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      const client = await app.as(reporter);
      await client.graphql(
        'mutation { createBugReport(input: { body: "It broke", commitHash: "test" }) { id } }',
      );
      expect((await see(staff, reporter)).body).toEqual({
        ...relative(reporter),
        first_name: reporter.firstName,
        last_name: reporter.lastName,
        email: null,
        phone: null,
        birthday: null,
        tracker_link: null,
        picture: null,
        year: null,
        target_points: null,
        last_interaction: null,
        permissions: [],
        has_relation_perm: false,
        deleted_at: null,
        disabled_reason: null,
        students: [],
        parents: [],
        mentors: [],
      });
    }
    expect(await see(family.mentor, otherParent)).toMatchObject({ status: 404 });
  });
});

it('forbidden, missing and malformed ids look the same; requests need a token', async () => {
  const client = await app.as(family.otherParent);
  const forbidden = await client.rest('GET', `/api/users/${family.student.pk}/`);
  expect(forbidden.status).toBe(404);
  for (const key of [
    '2147483647',
    '2147483648',
    '99999999999999999999',
    '0',
    '-1',
    '1e3',
    'x',
    '%00',
    '1%20',
  ]) {
    const answer = await client.rest('GET', `/api/users/${key}/`);
    expect({ status: answer.status, body: answer.body }, key).toEqual({ status: 404, body: forbidden.body });
  }
  expect(await app.anonymous.rest('GET', `/api/users/${family.student.pk}/`)).toMatchObject({ status: 401 });
});
