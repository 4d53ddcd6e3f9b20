import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GlobalPermission } from '#shared/kernel/roles.ts';
import { SWEEP_JOB } from '#server/features/alerts/alerts.jobs.ts';
import { createMeeting } from '#tests/factories/notes.ts';
import { createFamily, createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
let staff: TestUser;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  family = await createFamily(app.database);
  staff = await staffWith(
    'users.assign_mentor',
    'users.assign_parent',
    'users.assign_student',
    'users.remove_mentor',
    'users.remove_parent',
    'users.remove_student',
  );
});

const staffWith = (...permissions: GlobalPermission[]) =>
  createUser(app.database, { role: 'mentor', permissions });

interface Changed {
  userFullName: string;
  targetUserFullName: string;
  role: string;
}

async function change(
  kind: 'assign' | 'remove',
  actor: TestUser,
  user: { pk: number },
  target: { pk: number },
  role: string,
) {
  const client = await app.as(actor);
  const name = `${kind}User`;
  const { data, errors } = await client.graphql<Record<string, Changed>>(
    `mutation ($input: ${kind === 'assign' ? 'Assign' : 'Remove'}UserInput!) {
      ${name}(input: $input) { userFullName targetUserFullName role } }`,
    { input: { userPk: user.pk, targetUserPk: target.pk, role } },
  );
  return { changed: data?.[name], error: errors?.[0] };
}
const assign = (actor: TestUser, user: { pk: number }, target: { pk: number }, role: string) =>
  change('assign', actor, user, target, role);
const remove = (actor: TestUser, user: { pk: number }, target: { pk: number }, role: string) =>
  change('remove', actor, user, target, role);

const see = async (viewer: TestUser, { pk }: { pk: number }) =>
  (await app.as(viewer)).rest('GET', `/api/users/${pk}/`);

async function feedOf(user: TestUser): Promise<{ titles: string[]; unread: number }> {
  await app.app.jobs.runDue();
  const { body } = await (await app.as(user)).rest('GET', '/api/alerts/');
  const titles = (body.alerts as { title: string }[]).map(({ title }) => title);
  return { titles, unread: body.unread_count };
}
const alertsOf = async (user: TestUser) => (await feedOf(user)).titles;

// covers: USER-004 USER-034 USER-043
it('staff assign a mentor, a parent and a student', async () => {
  const { student, otherMentor, otherParent, otherStudent, mentor } = family;
  expect((await assign(staff, student, otherMentor, 'mentor')).changed).toEqual({
    userFullName: student.fullName,
    targetUserFullName: otherMentor.fullName,
    role: 'mentor',
  });
  expect((await assign(staff, student, otherParent, 'parent')).changed).toMatchObject({ role: 'parent' });
  expect((await assign(staff, mentor, otherStudent, 'student')).changed).toEqual({
    userFullName: mentor.fullName,
    targetUserFullName: otherStudent.fullName,
    role: 'student',
  });
  for (const viewer of [otherMentor, otherParent]) expect((await see(viewer, student)).status).toBe(200);
  expect((await see(mentor, otherStudent)).body.permissions).toContain('change_contact');
});

// covers: USER-035 USER-044
it('a removed mentor has no access to the student and their meetings at the next request, in every process', async () => {
  const { student, mentor } = family;
  const meetIn = (hours: number) =>
    createMeeting(app.database, {
      provider: mentor,
      client: student,
      startsAt: new Date(Date.now() + hours * 3_600_000),
    });
  const [running, coming, past] = [await meetIn(0), await meetIn(30), await meetIn(-30)];
  const meetings = `{ bookedMeetings(first: 9) { edges { node { id } } } }`;
  const second = await startTestApp({ database: app.database });
  try {
    const clients = [await app.as(mentor), await second.as(mentor)];
    await clients[0]?.rest('POST', `/api/toggle_user_pin/${student.pk}/`);
    const reads = [
      `/api/users/${student.pk}/`,
      `/api/users/${student.pk}/lists/`,
      `/api/meeting_rooms/${running.meetId}/`,
      `/api/meeting_rooms/${coming.meetId}/`,
    ];
    for (const client of clients) {
      for (const path of reads) expect((await client.rest('GET', path)).status).toBe(200);
      expect((await client.rest('GET', '/api/me/')).body.pinned_users).toHaveLength(1);
    }
    expect((await remove(staff, student, mentor, 'mentor')).changed).toEqual({
      userFullName: student.fullName,
      targetUserFullName: mentor.fullName,
      role: 'mentor',
    });
    for (const client of clients) {
      for (const path of reads) expect((await client.rest('GET', path)).status).toBe(404);
      const { errors } = await client.graphql(`{ roadmap(userPk: ${student.pk}) { id } }`);
      expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
      expect((await client.rest('GET', '/api/me/')).body.pinned_users).toEqual([]);
      const seat = await client.rest('POST', `/api/meeting_rooms/${running.meetId}/seats/`, {});
      expect(seat.status).toBe(404);
      // The meeting that took place stays in the mentor's history.
      const { data } = await client.graphql(meetings);
      expect(data?.['bookedMeetings'].edges).toEqual([{ node: { id: past.id } }]);
    }
    // The pin does not come back with the relation.
    await assign(staff, student, mentor, 'mentor');
    expect((await clients[1]?.rest('GET', '/api/me/'))?.body.pinned_users).toEqual([]);
    expect((await clients[1]?.rest('GET', reads[0] as string))?.status).toBe(200);
  } finally {
    await second.app.server.close();
  }
});

it('assigning or removing twice changes nothing, alerts once and is logged once', async () => {
  const { student, otherMentor } = family;
  for (const kind of ['assign', 'assign', 'remove', 'remove'] as const) {
    expect((await change(kind, staff, student, otherMentor, 'mentor')).error).toBeUndefined();
  }
  expect(await alertsOf(student)).toEqual([
    `${otherMentor.fullName} is no longer your mentor`,
    `${otherMentor.fullName} is now your mentor`,
  ]);
  expect(await alertsOf(otherMentor)).toEqual([
    `${student.fullName} is no longer your student`,
    `${student.fullName} is now your student`,
  ]);
  const events = await app.database.query(
    `SELECT kind, subject_pk AS subject, object_pk AS object, detail FROM security_events
    WHERE actor_pk = $1 AND kind LIKE 'relation%' ORDER BY pk`,
    [staff.pk],
  );
  const people = { subject: otherMentor.pk, object: student.pk, detail: 'mentor' };
  expect(events).toEqual([
    { kind: 'relation_added', ...people },
    { kind: 'relation_removed', ...people },
  ]);
});

describe('an assignment is refused', () => {
  it.each([
    [
      'a mentor as a student',
      'mentor',
      'student',
      /^Mentor Number\d+ is a mentor and cannot be assigned as a student\.$/,
    ],
    ['a student as a mentor', 'otherStudent', 'mentor', /is a student and cannot be assigned as a mentor\.$/],
    [
      'a student of a student',
      'otherStudent',
      'student',
      /is a student\. Only mentors and parents have students\.$/,
    ],
  ] as const)('for %s', async (_name, target, role, message) => {
    const { error } = await assign(staff, family.student, family[target], role);
    expect(error).toMatchObject({
      message: expect.stringMatching(message),
      extensions: { code: 'INVALID_INPUT', fields: { targetUserPk: expect.stringMatching(message) } },
    });
  });

  it('for a mentor of a mentor, oneself, and an unknown role', async () => {
    const { student, mentor, coMentor } = family;
    expect((await assign(staff, mentor, coMentor, 'mentor')).error?.message).toBe(
      `${mentor.fullName} is a mentor. Only students have mentors.`,
    );
    expect((await assign(staff, student, student, 'student')).error?.message).toBe(
      'Choose two different people.',
    );
    expect((await assign(staff, student, mentor, 'tutor')).error?.message).toBe(
      'The role is student, parent or mentor.',
    );
    for (const kind of ['assign', 'remove'] as const) {
      expect((await change(kind, staff, student, staff, 'mentor')).error).toMatchObject({
        message: 'You cannot change your own relations. Ask another member of staff.',
        extensions: { code: 'FORBIDDEN' },
      });
    }
  });

  it('for a disabled person, who can still be removed', async () => {
    const { student, mentor, otherMentor } = family;
    await app.database.query('UPDATE users SET disabled_at = now() WHERE pk = ANY($1)', [
      [mentor.pk, otherMentor.pk],
    ]);
    expect((await assign(staff, student, otherMentor, 'mentor')).error).toMatchObject({
      message: `${otherMentor.fullName} is disabled. Enable the account first.`,
      extensions: { code: 'CONFLICT' },
    });
    expect((await remove(staff, student, mentor, 'mentor')).error).toBeUndefined();
  });

  it('without the permission for the role, or for a missing person', async () => {
    const { student, mentor, otherMentor, parent } = family;
    const assigner = await staffWith('users.assign_parent', 'users.remove_mentor');
    for (const actor of [assigner, mentor, parent, student]) {
      expect((await assign(actor, student, otherMentor, 'mentor')).error?.extensions?.code).toBe('NOT_FOUND');
    }
    expect((await remove(assigner, student, parent, 'parent')).error?.extensions?.code).toBe('NOT_FOUND');
    for (const pk of [2_147_483_647, 0, -1]) {
      expect((await assign(staff, student, { pk }, 'mentor')).error?.extensions?.code).toBe('NOT_FOUND');
    }
  });
});

describe('alerts about a student', () => {
  // About noon in California: nobody has quiet hours.
  beforeEach(() => app.clock.set(new Date(new Date().setUTCHours(20, 0, 0, 0))));

  /** Creates a reminder of a meeting of each student for its mentor and parents. */
  async function remindOfMeetings(...students: TestUser[]) {
    for (const client of students) {
      const startsAt = new Date(app.clock.now().getTime() + 30 * 60_000);
      await createMeeting(app.database, { provider: family.mentor, client, startsAt });
    }
    await app.app.jobs.send(SWEEP_JOB, {});
  }

  it('are deleted for a removed mentor', async () => {
    const { student, mentor, parent, otherStudent } = family;
    await relate(app.database, otherStudent, mentor);
    await remindOfMeetings(student, otherStudent);
    expect((await feedOf(mentor)).titles).toHaveLength(2);
    await remove(staff, student, mentor, 'mentor');
    const { titles, unread } = await feedOf(mentor);
    expect(titles).toContain(`${student.fullName} is no longer your student`);
    expect(titles).toContain('A meeting is canceled');
    expect(titles).toContainEqual(expect.stringContaining(`: ${otherStudent.fullName}`));
    expect([titles.length, unread]).toEqual([3, 3]);
    expect(await alertsOf(parent)).toContainEqual(expect.stringMatching(/^Meeting on /));
  });

  it('are deleted for a removed parent', async () => {
    const { student, parent } = family;
    await remindOfMeetings(student);
    expect((await feedOf(parent)).unread).toBe(1);
    await remove(staff, student, parent, 'parent');
    expect(await feedOf(parent)).toEqual({
      titles: [`${student.fullName} is no longer your child`],
      unread: 1,
    });
  });
});

it('the deletion of a student is withdrawn when the parent who requested it is removed', async () => {
  const { student, mentor, parent, otherParent } = family;
  await relate(app.database, student, otherParent);
  const path = `/api/users/${student.pk}/deletion/`;
  const requested = async () => {
    const { body } = await (await app.as(student)).rest('GET', `/api/users/${student.pk}/personal_data/`);
    return body.deletion !== null;
  };
  await (await app.as(parent)).rest('POST', path);
  for (const [other, role] of [
    [mentor, 'mentor'],
    [otherParent, 'parent'],
  ] as const) {
    await remove(staff, student, other, role);
    expect(await requested()).toBe(true);
  }
  await remove(staff, student, parent, 'parent');
  expect(await requested()).toBe(false);
  const events = await app.database.query(
    `SELECT kind, actor_pk AS actor FROM security_events WHERE subject_pk = $1 AND kind LIKE 'deletion%' ORDER BY pk`,
    [student.pk],
  );
  expect(events).toEqual([
    { kind: 'deletion_requested', actor: parent.pk },
    { kind: 'deletion_withdrawn', actor: staff.pk },
  ]);
});

it('a student has at most 20 mentors and 6 parents, also when assigned at the same time', async () => {
  const { student } = family;
  for (const [role, most, has] of [
    ['parent', 6, 1],
    ['mentor', 20, 2],
  ] as const) {
    const people = await Promise.all(
      Array.from({ length: most - has + 2 }, () => createUser(app.database, { role })),
    );
    const results = await Promise.all(people.map((person) => assign(staff, student, person, role)));
    const refused = results.flatMap(({ error }) => (error ? [error] : []));
    expect(refused).toHaveLength(2);
    for (const error of refused) {
      expect(error).toMatchObject({
        message: `A student has at most ${most} ${role}s.`,
        extensions: { code: 'CONFLICT' },
      });
    }
    const { body } = await see(staff, student);
    expect(body[`${role}s`]).toHaveLength(most);
  }
});

// covers: USER-022
it('shows viewers with the permissions which relations they can change', async () => {
  const { student, mentor, otherStudent } = family;
  await relate(app.database, otherStudent, mentor);
  const ofStudent = (await see(staff, student)).body;
  expect(ofStudent.permissions).toEqual([
    'view_family',
    'assign_mentor',
    'assign_parent',
    'remove_mentor',
    'remove_parent',
  ]);
  expect(ofStudent).toMatchObject({
    has_relation_perm: true,
    parents: [{ object_id: family.parent.pk }],
    mentors: [{ object_id: mentor.pk }, { object_id: family.coMentor.pk }],
  });
  const ofMentor = (await see(staff, mentor)).body;
  expect(ofMentor.permissions).toEqual(['view_shared_students', 'assign_student', 'remove_student']);
  expect(ofMentor.students.map(({ pk }: { pk: number }) => pk)).toEqual([student.pk, otherStudent.pk]);
  expect((await see(staff, staff)).body.has_relation_perm).toBe(false);
  expect((await see(mentor, student)).body.has_relation_perm).toBe(false);
});
