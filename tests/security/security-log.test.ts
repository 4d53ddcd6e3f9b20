import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actAs } from '#server/db/act-as.ts';
import { cleanUp } from '#server/db/clean-up.ts';
import { recordAccountEvent } from '#server/lib/security-log.ts';
import { createFilledRoadmap } from '#tests/factories/roadmap.ts';
import { createFamily, createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const readsOf = (reader: TestUser) =>
  app.database.query<{ student: number; detail: string }>(
    `SELECT subject_pk AS student, detail FROM security_events
    WHERE kind = 'student_read' AND actor_pk = $1 ORDER BY detail, subject_pk`,
    [reader.pk],
  );

async function readEverything(viewer: TestUser, student: TestUser) {
  const client = await app.as(viewer);
  const answers = [
    await client.graphql('query ($pk: Int!) { roadmap(userPk: $pk) { id } }', { pk: student.pk }),
    await client.graphql('query ($pk: Int!) { spr(studentPk: $pk) { id } }', { pk: student.pk }),
    await client.graphql('query ($pk: Int!) { student(pk: $pk) { pk } }', { pk: student.pk }),
    await client.graphql('{ allStudents(first: 500) { edges { node { pk } } } }'),
  ];
  return answers.map(({ errors }) => errors?.[0]?.extensions?.code);
}

describe('reads of student data', () => {
  it('are logged once a day for staff, and never for family and mentors', async () => {
    const { student, parent, mentor, otherStudent, otherMentor } = await createFamily(app.database);
    await createFilledRoadmap(app.database, student);
    await app.database.kysely.insertInto('studentProfileRatings').values({ studentPk: student.pk }).execute();
    for (const viewer of [student, parent, mentor, otherMentor]) {
      await readEverything(viewer, student);
      expect(await readsOf(viewer)).toEqual([]);
    }

    const staff = await createUser(app.database, {
      role: 'mentor',
      permissions: ['roadmap.view_roadmap', 'users.view_studentprofilerating'],
    });
    expect(await readEverything(staff, student)).toEqual([undefined, undefined, undefined, undefined]);
    await readEverything(staff, student);
    expect(await readsOf(staff)).toEqual([
      { student: student.pk, detail: 'rating' },
      { student: student.pk, detail: 'roadmap' },
      { student: student.pk, detail: 'summary' },
      { student: otherStudent.pk, detail: 'summary' },
    ]);
  });

  it('include the data that a change returns', async () => {
    const { student } = await createFamily(app.database);
    const { roadmapId } = await createFilledRoadmap(app.database, student);
    const staff = await createUser(app.database, {
      role: 'mentor',
      permissions: ['roadmap.view_roadmap', 'roadmap.change_roadmap'],
    });
    const client = await app.as(staff);
    await client.graphql(
      `mutation ($id: ID!) { updateRoadmap(input: { roadmapId: $id, year: JR }) { roadmap { userFullName } } }`,
      { id: roadmapId },
    );
    expect(await readsOf(staff)).toEqual([{ student: student.pk, detail: 'roadmap' }]);
  });
});

it('reads of bug reports are logged with the report and its author', async () => {
  const reporter = await createUser(app.database);
  const staff = await createUser(app.database, {
    role: 'mentor',
    permissions: ['bug_reports.view_report'],
  });
  const { data } = await (
    await app.as(reporter)
  ).graphql('mutation ($input: CreateBugReportInput!) { createBugReport(input: $input) { id } }', {
    input: { body: 'It broke', commitHash: 'abc' },
  });
  const id = data?.['createBugReport'].id as string;
  const client = await app.as(staff);
  for (const _ of [1, 2]) {
    await client.graphql('query ($id: ID!) { bugReport(id: $id) { ipAddress user { email } } }', { id });
    await client.graphql('{ allBugReports(first: 10) { edges { node { city { city } } } } }');
  }
  const [report] = await app.database.query<{ pk: number }>('SELECT pk FROM bug_reports WHERE user_pk = $1', [
    reporter.pk,
  ]);
  expect(
    await app.database.query(
      `SELECT actor_pk AS actor, subject_pk AS subject, object_pk AS report FROM security_events
      WHERE kind = 'bug_report_read'`,
    ),
  ).toEqual([{ actor: staff.pk, subject: reporter.pk, report: report?.pk }]);
});

it('sign-ins that anyone can cause are logged once a minute for each account', async () => {
  const user = await createUser(app.database);
  for (const email of [user.email, 'nobody@example.com', 'none@example.com']) {
    for (const _ of [1, 2, 3]) {
      await recordAccountEvent(app.database, 'sign_in_refused', email);
      await recordAccountEvent(app.database, 'sign_in', email);
    }
  }
  const countsOf = (subject: number | null) =>
    app.database.query(
      `SELECT kind, count(*) AS rows, count(DISTINCT minute) AS minutes FROM security_events
      WHERE subject_pk IS NOT DISTINCT FROM $1 AND kind LIKE 'sign_in%' GROUP BY kind ORDER BY kind`,
      [subject],
    );
  for (const [subject, signIns] of [
    [user.pk, 3],
    [null, 6],
  ] as const) {
    const [signIn, refused] = (await countsOf(subject)) as { rows: number; minutes: number }[];
    expect(signIn).toEqual({ kind: 'sign_in', rows: signIns, minutes: 0 });
    // One a minute: two only if the clock passed a full minute.
    expect(refused).toEqual({ kind: 'sign_in_refused', rows: refused?.minutes, minutes: refused?.rows });
    expect(refused?.rows).toBeLessThanOrEqual(2);
  }
});

it('the database logs who changed permissions, relations and disabled accounts', async () => {
  const staff = await createUser(app.database, { role: 'mentor' });
  const student = await createUser(app.database);
  const mentor = await createUser(app.database, { role: 'mentor' });
  await app.database.transaction(async () => {
    await actAs(app.database, staff.pk);
    await app.database.query("INSERT INTO user_permissions VALUES ($1, 'users.add_student')", [mentor.pk]);
    await relate(app.database, student, mentor);
    await app.database.query('UPDATE users SET disabled_at = now() WHERE pk = $1', [mentor.pk]);
  });
  await app.database.query('DELETE FROM relations WHERE user_pk = $1', [mentor.pk]);
  expect(
    await app.database.query(
      'SELECT kind, actor_pk AS actor FROM security_events WHERE subject_pk = $1 ORDER BY pk',
      [mentor.pk],
    ),
  ).toEqual([
    { kind: 'permission_granted', actor: staff.pk },
    { kind: 'relation_added', actor: staff.pk },
    { kind: 'account_disabled', actor: staff.pk },
    { kind: 'relation_removed', actor: null },
  ]);
});

it('the database logs changes of permissions, relations and disabled accounts', async () => {
  const student = await createUser(app.database);
  const mentor = await createUser(app.database, { role: 'mentor', permissions: ['users.add_student'] });
  await relate(app.database, student, mentor);
  await app.database.query('DELETE FROM relations WHERE user_pk = $1', [mentor.pk]);
  await app.database.query('DELETE FROM user_permissions WHERE user_pk = $1', [mentor.pk]);
  await app.database.query('UPDATE users SET disabled_at = now() WHERE pk = $1', [mentor.pk]);
  await app.database.query('UPDATE users SET disabled_at = NULL WHERE pk = $1', [mentor.pk]);
  expect(
    await app.database.query(
      `SELECT kind, object_pk AS object, detail FROM security_events WHERE subject_pk = $1 ORDER BY pk`,
      [mentor.pk],
    ),
  ).toEqual([
    { kind: 'permission_granted', object: null, detail: 'users.add_student' },
    { kind: 'relation_added', object: student.pk, detail: 'mentor' },
    { kind: 'relation_removed', object: student.pk, detail: 'mentor' },
    { kind: 'permission_revoked', object: null, detail: 'users.add_student' },
    { kind: 'account_disabled', object: null, detail: null },
    { kind: 'account_enabled', object: null, detail: null },
  ]);
});

describe('the log', () => {
  it('refuses every change', async () => {
    await createUser(app.database, { role: 'mentor', permissions: ['users.add_student'] });
    for (const change of [
      "UPDATE security_events SET kind = 'other'",
      'DELETE FROM security_events',
      'TRUNCATE security_events',
    ]) {
      await expect(app.database.query(change), change).rejects.toThrow('append-only');
    }
  });

  it('is deleted after two years', async () => {
    await app.database.query(
      `INSERT INTO security_events (kind, subject_pk, at)
      SELECT 'aged', 1, now() - age FROM unnest(ARRAY[interval '700 days', interval '800 days']) AS age`,
    );
    await cleanUp(app.database);
    expect(await app.database.query("SELECT FROM security_events WHERE kind = 'aged'")).toHaveLength(1);
  });

  it('accepts only codes as details', async () => {
    await expect(
      app.database.query("INSERT INTO security_events (kind, detail) VALUES ('sign_in', 'Maya Okafor')"),
    ).rejects.toThrow('security_events_detail_check');
  });
});
