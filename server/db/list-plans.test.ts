import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { PERSONAL_DATA } from '#server/features/privacy/personal-data.ts';
import { createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
let mentor: TestUser;
let student: TestUser;

const idOf = ({ pk }: TestUser) => toGlobalId('User', pk);

// Plans depend on the statistics of a real server.
describe.runIf(inject('engine') === 'postgres')('lists of large tables', () => {
  beforeAll(async () => {
    app = await startTestApp();
    const { database } = app;
    mentor = await createUser(database, {
      role: 'mentor',
      permissions: ['privacy.manage_data', 'memberships.manage_membership'],
    });
    student = await createUser(database);
    await relate(database, student, mentor);
    const people = [mentor.pk, student.pk];
    await database.execute(
      `INSERT INTO users (role, first_name, last_name, email, issuer, subject)
      SELECT 'student', 'Student', 'Number ' || i, 'many' || i || '@plans.example', 'plans', i::text
      FROM generate_series(1, 12000) AS i`,
    );
    await database.execute('UPDATE memberships SET lapsed_at = now() WHERE pk % 300 = 0');
    await database.execute('UPDATE memberships SET payment_failed_at = now() WHERE pk % 500 = 0');
    await database.execute(
      `INSERT INTO security_events (at, kind, actor_pk, subject_pk)
      SELECT now() - i * interval '1 minute', CASE WHEN i % 50 = 0 THEN 'sign_in' ELSE 'sign_out' END, pk, pk
      FROM generate_series(1, 12000) AS i JOIN users ON users.email = 'many' || i || '@plans.example'`,
    );
    await database.execute(
      `INSERT INTO booked_meetings (name, simplybook_id, meet_id, provider_pk, client_pk, starts_at, ends_at)
      SELECT 'Meeting', 1000000 + i, md5(i::text), CASE WHEN i % 50 = 0 THEN $1::int ELSE $2::int END, users.pk,
        now() + (i - 6000) * interval '2 hours', now() + (i - 6000) * interval '2 hours' + interval '45 minutes'
      FROM generate_series(1, 12000) AS i JOIN users ON users.email = 'many' || i || '@plans.example'`,
      people,
    );
    await database.execute(
      `INSERT INTO interactions (student_pk, mentor_pk, actor_pk, created_at, action, task_name, shared)
      SELECT CASE WHEN i % 10 = 0 THEN $2::int ELSE users.pk END, $1::int, $1::int, now() - i * interval '1 minute',
        'CREATE', 'Task', true
      FROM generate_series(1, 12000) AS i JOIN users ON users.email = 'many' || i || '@plans.example'`,
      people,
    );
    await database.execute(
      `INSERT INTO essays (student_pk, title, body, due_on, is_shared, created_at, updated_at)
      SELECT pk, 'Essay', '{"type":"doc","content":[]}', current_date + i % 700 - 350, true, now(),
        now() - i * interval '1 minute'
      FROM generate_series(1, 12000) AS i JOIN users ON users.email = 'many' || i || '@plans.example'`,
    );
    await database.execute(
      `INSERT INTO alerts (user_pk, kind, key, title, path, reason, revision, created_at, returned_at)
      SELECT $1::int, 'task_due', i::text, 'Alert', '/tasks/', 'Test', i, now() - i * interval '1 minute',
        CASE WHEN i % 50 = 0 THEN now() END
      FROM generate_series(1, 12000) AS i`,
      [mentor.pk],
    );
    await database.execute(
      `INSERT INTO mails (key, "to", subject, text, html, user_pk)
      SELECT 'plans-' || i, users.email, 'Subject', '', '', CASE WHEN i % 2 = 0 THEN pk END
      FROM generate_series(1, 12000) AS i JOIN users ON users.email = 'many' || i || '@plans.example'`,
    );
    await database.execute(
      `INSERT INTO task_lists (owner_pk, created_by_pk, name, slug, color, private, created_at)
      SELECT pk, pk, 'List', 'plans-' || pk, 'blue', false, now() FROM users WHERE pk = $1 OR issuer = 'plans'`,
      [student.pk],
    );
    await database.execute(
      `INSERT INTO tasks (list_pk, owner_pk, created_by_pk, name, body, html_body, points, position, created_at,
        updated_at, completed_at)
      SELECT list.pk, list.owner_pk, list.owner_pk, 'Task', '{}', '', 0, i, now(), now(),
        CASE WHEN i > 1 THEN now() - i * interval '3 hours' END
      FROM task_lists AS list, generate_series(1, 3000) AS i
      WHERE i <= CASE WHEN list.owner_pk = $1 THEN 3000 ELSE 2 END`,
      [student.pk],
    );
    // Vacuuming empties the pending lists of the search indexes, too.
    await database.execute('VACUUM ANALYZE');
  });
  afterAll(() => app.close());

  /** Returns the sequential scans of these tables in the statements of a request. */
  async function scansOf(tables: readonly string[], request: () => Promise<unknown>): Promise<string[]> {
    const spies = [vi.spyOn(app.database, 'query'), vi.spyOn(app.database, 'search')];
    await request();
    const statements = spies.flatMap((spy) => spy.mock.calls);
    for (const spy of spies) spy.mockRestore();
    const scans: string[] = [];
    for (const [text, values = []] of statements) {
      if (/^\s*(SELECT|WITH)/.test(text)) scans.push(...(await scansIn(tables, text, values)));
    }
    expect(statements.length).toBeGreaterThan(1);
    return scans;
  }

  /** Returns the sequential scans of these tables in a statement. */
  async function scansIn(
    tables: readonly string[],
    statement: string,
    values: readonly unknown[],
  ): Promise<string[]> {
    const rows = await app.database.execute(`EXPLAIN ${statement}`, values);
    const plan = rows.map((row) => String(Object.values(row as object)[0]));
    const isScan = (line: string) => tables.includes(/Seq Scan on (\w+)/.exec(line)?.[1] ?? '');
    return plan.filter(isScan).map((line) => line.trim());
  }

  const EVENTS = ['security_events'];
  const MEMBERSHIPS = ['memberships', 'users'];

  it.each([
    ['/api/audit_log/', EVENTS],
    ['/api/audit_log/?kind=sign_in', EVENTS],
    ['/api/audit_log/?person=2', EVENTS],
    ['/api/audit_log/?from=2026-01-01&to=2026-01-02', EVENTS],
    ['/api/me/events/', EVENTS],
    ['/api/alerts/', ['alerts']],
    ['/api/memberships/', MEMBERSHIPS],
    ['/api/memberships/?state=lapsed', MEMBERSHIPS],
    ['/api/memberships/?state=payment_failed', MEMBERSHIPS],
    ['/api/memberships/?query=number%201177', MEMBERSHIPS],
  ])('are read by indexes: %s', async (path, tables) => {
    const client = await app.as(mentor);
    const scans = await scansOf(tables, async () =>
      expect((await client.rest('GET', path)).status).toBe(200),
    );
    expect(scans).toEqual([]);
  });

  it('the emails of a person are deleted by indexes', async () => {
    const statement = `DELETE FROM mails WHERE ${PERSONAL_DATA.mails.deleted}`;
    expect(await scansIn(['mails'], statement, [student.pk])).toEqual([]);
  });

  const MEETINGS = `query ($period: BookedMeetingPeriod, $student: ID, $from: DateTime, $to: DateTime) {
    bookedMeetings(first: 20, period: $period, student: $student, from: $from, to: $to) { edges { node { id } } } }`;
  const TIMELINE = `query ($student: ID, $mentor: ID) {
    allInteractions(first: 10, orderBy: "-createdAt", student: $student, mentor: $mentor) {
      edges { node { id student { pk } mentor { pk } } } } }`;

  it.each([
    ['meetings', MEETINGS, () => ({})],
    ['past meetings', MEETINGS, () => ({ period: 'PAST' })],
    ['meetings of a student', MEETINGS, () => ({ student: idOf(student) })],
    ['meetings of a week', MEETINGS, () => ({ from: '2026-06-01T00:00:00Z', to: '2026-06-08T00:00:00Z' })],
    ['interactions', TIMELINE, () => ({})],
    ['interactions of a student', TIMELINE, () => ({ student: idOf(student) })],
    ['interactions with a mentor', TIMELINE, () => ({ mentor: idOf(mentor) })],
    [
      'essays',
      'query ($pk: Int!) { studentEssays(studentPk: $pk) { essays { id } } }',
      () => ({ pk: student.pk }),
    ],
    [
      'recently completed tasks',
      'query ($pk: Int!) { recentlyCompletedTasks(userPk: $pk) { totalCount edges { node { pk } } } }',
      () => ({ pk: student.pk }),
    ],
    [
      'deadlines',
      'query ($pk: Int!) { upcomingDeadlines(studentPk: $pk) { done } }',
      () => ({ pk: student.pk }),
    ],
  ])('are read by indexes: %s', async (_name, query, variables) => {
    const client = await app.as(mentor);
    const scans = await scansOf(['booked_meetings', 'interactions', 'essays', 'tasks'], async () =>
      expect((await client.graphql(query, variables())).errors).toBeUndefined(),
    );
    expect(scans).toEqual([]);
  });
});
