import type { PostgresServer } from '../tests/helpers/database/postgres-server.ts';
import { startContestant } from './contestants.ts';
import { createBenchDatabase, mentorAndStudents, relateToMentor, runSql } from './database.ts';
import { contest } from './load.ts';
import { operation } from './operation.ts';
import { graphqlRequest, statementRequest } from './requests.ts';

const STUDENTS = 200;

const STEP = `'pk', step.pk, 'name', step.name, 'completedAt', step.completed_at, 'version', step.version`;
const TASK = `'pk', task.pk, 'name', task.name, 'points', task.points, 'dueAt', task.due_at,
  'recurrence', task.recurrence, 'completedAt', task.completed_at, 'version', task.version`;

/** The same page in one optimal statement, without authorization. */
const FLOOR_LIST = `SELECT json_build_object('data', json_build_object('pk', list.pk, 'name', list.name,
    'slug', list.slug, 'color', list.color, 'private', list.private, 'userId', list.owner_pk,
    'userFullName', owner.full_name, 'tasks', (
      SELECT json_agg(open.task) FROM (
        SELECT json_build_object(${TASK}, 'children', (
          SELECT json_agg(json_build_object(${STEP}) ORDER BY step.position, step.pk)
          FROM tasks AS step WHERE step.parent_pk = task.pk AND step.deleted_at IS NULL)) AS task
        FROM tasks AS task
        WHERE task.list_pk = list.pk AND task.parent_pk IS NULL AND task.completed_at IS NULL
          AND task.deleted_at IS NULL
        ORDER BY task.position, task.pk LIMIT 500) AS open)))::text AS json
  FROM task_lists AS list JOIN users AS owner ON owner.pk = list.owner_pk WHERE list.slug = $1`;

const FLOOR_UPCOMING = `SELECT json_build_object('data', coalesce(json_agg(page.task), '[]'))::text AS json FROM (
    SELECT json_build_object(${TASK}, 'list', json_build_object('pk', list.pk, 'slug', list.slug,
      'name', list.name)) AS task
    FROM tasks AS task JOIN task_lists AS list ON list.pk = task.list_pk
    WHERE task.owner_pk = $1 AND task.completed_at IS NULL AND task.due_at IS NOT NULL AND task.deleted_at IS NULL
    ORDER BY task.due_at, task.pk LIMIT 6) AS page`;

/**
 * Inserts students with 2,000 tasks each in four lists of 500; every fifth task of the first list has three steps. The
 * first student's mentor reads them.
 */
async function fill(url: string) {
  await runSql(
    url,
    "SET session_replication_role = 'replica'",
    ...mentorAndStudents(STUDENTS),
    relateToMentor('1', 30),
    `INSERT INTO task_lists (owner_pk, created_by_pk, name, slug, color, private, created_at)
      SELECT users.pk, 1, 'List ' || i, 'list-' || users.pk || '-' || i, 'blue', false, now()
      FROM users, generate_series(1, 4) AS i WHERE role = 'student' ORDER BY users.pk, i`,
    `INSERT INTO tasks (list_pk, owner_pk, created_by_pk, name, body, html_body, points, due_at, position,
        created_at, updated_at)
      SELECT list.pk, list.owner_pk, 1, 'Task ' || i || ' ' || md5(i::text), '{"type":"doc","content":[]}',
        '<p>' || repeat(md5(i::text) || ' ', 8) || '</p>', i % 21 * 5, now() + (i - 100) * interval '1 hour', i,
        now(), now()
      FROM task_lists AS list, generate_series(1, 500) AS i`,
    `INSERT INTO tasks (list_pk, owner_pk, parent_pk, created_by_pk, name, body, html_body, points, position,
        created_at, updated_at)
      SELECT task.list_pk, task.owner_pk, task.pk, 1, 'Step ' || i, task.body, task.html_body, 0, i, now(), now()
      FROM tasks AS task JOIN task_lists AS list ON list.pk = task.list_pk, generate_series(1, 3) AS i
      WHERE task.position::int % 5 = 0 AND list.name = 'List 1'`,
    'VACUUM ANALYZE',
  );
}

/** Compares a list of 500 tasks with steps, and the upcoming tasks of a student with 2,000 tasks, read by a mentor. */
export async function bench(postgres: PostgresServer): Promise<void> {
  const url = await createBenchDatabase(postgres, 'bench_tasks');
  await fill(url);
  const servers = [
    await startContestant('floor', url),
    await startContestant('gopath', url, ['mentor-1']),
  ] as const;
  const [floor, gopath] = servers;
  const contests = [
    {
      title: 'A list of 500 tasks, 100 of them with three steps',
      contestants: {
        floor: statementRequest(floor, 'list', FLOOR_LIST, ['list-2-1']),
        GoPath: graphqlRequest(gopath, operation('tasks', 'TaskList'), { slug: 'list-2-1' }),
      },
      expected: /Step 3/,
    },
    {
      title: 'Upcoming tasks of a student with 2,000 tasks, first five',
      contestants: {
        floor: statementRequest(floor, 'upcoming', FLOOR_UPCOMING, [2]),
        GoPath: graphqlRequest(gopath, operation('tasks', 'UpcomingTasks'), { userPk: 2, first: 5 }),
      },
      expected: /Task 1 /,
    },
  ];
  for (const { title, contestants, expected } of contests) {
    await contest(title, contestants, expected);
  }
  for (const server of servers) server.stop();
}
