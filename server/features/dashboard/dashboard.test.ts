import { afterAll, beforeAll, expect, it } from 'vitest';
import { DASHBOARD_ROWS } from '#shared/dashboard/limits.ts';
import { addDays } from '#shared/kernel/dates.ts';
import { createEssay } from '#tests/factories/essays.ts';
import { createInvitation } from '#tests/factories/invitations.ts';
import { createMeeting, createNote } from '#tests/factories/notes.ts';
import { createRating, createReviewRequest } from '#tests/factories/ratings.ts';
import { createFilledRoadmap } from '#tests/factories/roadmap.ts';
import { createList, createTask } from '#tests/factories/tasks.ts';
import { createFamily, createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const QUERY = `{ dashboardState {
  people { user { fullName } firstName roadmap { classes exams activities colleges } rating { points targetPoints }
    deadlines { kind title done student { fullName } }
    tasks { edges { node { name permissions } } pageInfo { hasNextPage endCursor } } }
  meetings { name startsAt meetingNote { sent } } unsentMeetings { name meetingNote { sent } }
  notes { title user { fullName } } pinnedStudents { fullName nextTask { name } }
  students { pk attention { kind amount } } reviewRequests { student { pk } }
  bugReports { body reporter } failedJobs { name count } invitations { email } } }`;

async function read(viewer: TestUser) {
  const { data, errors } = await (await app.as(viewer)).graphql(QUERY);
  expect(errors).toBeUndefined();
  return data?.['dashboardState'];
}

const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

async function setUp() {
  const family = await createFamily(app.database);
  const { student, mentor, parent } = family;
  const { database } = app;
  await createFilledRoadmap(database, student);
  await createRating(database, student, { leadership: { depth: 2, breadth: 1 } });
  const shared = await createList(database, student);
  const hidden = await createList(database, student, { private: true });
  await createTask(database, shared, { name: 'Shared', dueAt: hours(24) });
  await createTask(database, hidden, { name: 'Private', dueAt: hours(-24) });
  await createTask(database, shared, { name: 'Without a date' });
  const meet = (startsAt: Date, name: string) =>
    createMeeting(database, { provider: mentor, client: student, startsAt, name });
  const past = await meet(hours(-30), 'Sent');
  await meet(hours(-26), 'To send');
  await meet(hours(-0.5), 'Running');
  await meet(hours(5), 'Next');
  await createNote(database, {
    author: mentor,
    meeting: past,
    recipients: [student, parent],
    title: 'Sent note',
  });
  await createNote(database, { author: mentor, student, title: 'Plain note' });
  return family;
}

const taskNames = (person: { tasks: { edges: { node: { name: string } }[] } }) =>
  person.tasks.edges.map(({ node }) => node.name);
const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

// covers: SHEL-002
it('shows students their meetings, tasks, progress and meeting notes', async () => {
  const { student } = await setUp();
  const state = await read(student);
  expect(state.people).toMatchObject([
    {
      user: { fullName: student.fullName },
      roadmap: { classes: 1, exams: 3, activities: 1, colleges: 1 },
      rating: { points: expect.any(Number), targetPoints: expect.any(Number) },
    },
  ]);
  expect(taskNames(state.people[0])).toEqual(['Private', 'Shared']);
  expect(names(state.meetings)).toEqual(['Running', 'Next']);
  expect(state.notes).toMatchObject([{ title: 'Sent note' }]);
  for (const section of ['unsentMeetings', 'pinnedStudents', 'students', 'reviewRequests', 'bugReports']) {
    expect(state[section], section).toBeNull();
  }
});

it('shows deadlines of the next 30 days: students all of them, parents without unshared essays', async () => {
  const { student, parent } = await createFamily(app.database);
  const today = new Date().toISOString().slice(0, 10);
  const dueIn = (days: number, title: string, isShared = false) =>
    createEssay(app.database, student, { title, isShared, dueOn: addDays(today, days) });
  await dueIn(20, 'Shared', true);
  await dueIn(5, 'Private');
  await dueIn(40, 'Later');
  const titles = async (viewer: TestUser) =>
    (await read(viewer)).people[0].deadlines.map(({ title }: { title: string }) => title);
  expect(await titles(student)).toEqual(['Private', 'Shared']);
  expect(await titles(parent)).toEqual(['Shared']);
});

it('shows parents each child read-only, without private tasks', async () => {
  const { parent, student } = await setUp();
  const sibling = await createUser(app.database, { firstName: 'Abel' });
  await relate(app.database, sibling, parent);
  const state = await read(parent);
  expect(state.people.map(({ firstName }: { firstName: string }) => firstName)).toEqual([
    'Abel',
    student.firstName,
  ]);
  expect(state.people[0]).toMatchObject({ roadmap: null, rating: null });
  expect(taskNames(state.people[1])).toEqual(['Shared']);
  expect(state.people[1].tasks.edges[0].node.permissions).not.toContain('change_task');
  expect(names(state.meetings)).toEqual(['Running', 'Next']);
  expect(state.notes).toMatchObject([{ title: 'Sent note' }]);
});

it('shows a mentor who was removed from a student no note to send about them', async () => {
  const { mentor } = await setUp();
  expect(names((await read(mentor)).unsentMeetings)).toEqual(['To send']);
  await app.database.kysely.deleteFrom('relations').where('userPk', '=', mentor.pk).execute();
  expect((await read(mentor)).unsentMeetings).toEqual([]);
});

it('shows mentors notes to send, urgent students with the reason, and review requests', async () => {
  const { mentor, student, coMentor } = await setUp();
  await createReviewRequest(app.database, student);
  const own = await createList(app.database, mentor);
  for (let index = 0; index < 7; index += 1) {
    await createTask(app.database, own, { name: `Own ${index}`, dueAt: hours(index + 1) });
  }
  await app.database.kysely
    .insertInto('pins')
    .values({ userPk: mentor.pk, pinnedPk: student.pk, createdAt: new Date() })
    .execute();
  const state = await read(mentor);
  // The note of the running meeting is not due yet.
  expect(names(state.unsentMeetings)).toEqual(['To send']);
  expect(names(state.meetings)).toEqual(['Running', 'Next']);
  expect(state.students).toEqual([
    {
      pk: student.pk,
      attention: expect.arrayContaining([{ kind: 'review_requested', amount: 1 }]),
    },
  ]);
  expect(state.reviewRequests).toEqual([{ student: { pk: student.pk } }]);
  expect(state.pinnedStudents).toEqual([{ fullName: student.fullName, nextTask: { name: 'Shared' } }]);
  expect(new Set(state.notes.map(({ title }: { title: string }) => title))).toEqual(
    new Set(['Sent note', 'Plain note']),
  );
  expect(taskNames(state.people[0])).toHaveLength(5);
  // The cursor continues in the list of tasks.
  const { hasNextPage, endCursor } = state.people[0].tasks.pageInfo;
  expect(hasNextPage).toBe(true);
  const { data } = await (
    await app.as(mentor)
  ).graphql(
    'query ($after: String) { allUpcomingTasks(first: 5, after: $after) { edges { node { name } } } }',
    {
      after: endCursor,
    },
  );
  expect(data?.['allUpcomingTasks'].edges.map(({ node }: { node: { name: string } }) => node.name)).toEqual([
    'Own 5',
    'Own 6',
  ]);
  expect((await read(coMentor)).unsentMeetings).toEqual([]);
  expect(state.bugReports).toBeNull();
  expect(state.failedJobs).toBeNull();
});

it('shows staff open bug reports, failed jobs and pending invitations, at most seven each', async () => {
  const staff = await createUser(app.database, {
    role: 'mentor',
    permissions: ['bug_reports.view_report', 'users.add_parent'],
  });
  const client = await app.as(staff);
  for (let index = 0; index <= DASHBOARD_ROWS; index += 1) {
    await client.graphql(
      'mutation ($input: CreateBugReportInput!) { createBugReport(input: $input) { clientMutationId } }',
      { input: { body: `Report ${index}`, page: '/', commitHash: 'abc' } },
    );
  }
  const { email } = await createInvitation(app.database, staff);
  const expired = await createInvitation(app.database, staff);
  await app.database.query('UPDATE invitations SET expires_at = $1 WHERE email = $2', [
    app.clock.now(),
    expired.email,
  ]);
  app.app.jobs.register('test.fails', () => Promise.reject(new Error('Always')), { retries: 0 });
  await app.app.jobs.start();
  await app.app.jobs.send('test.fails', {});
  await app.app.jobs.runDue();
  const state = await read(staff);
  expect(state.bugReports).toHaveLength(DASHBOARD_ROWS);
  expect(state.bugReports[0]).toEqual({ body: `Report ${DASHBOARD_ROWS}`, reporter: staff.fullName });
  expect(state.failedJobs).toContainEqual({ name: 'test.fails', count: 1 });
  expect(state.invitations).toEqual([{ email }]);
});
