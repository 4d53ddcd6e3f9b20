import { toGlobalId } from '../shared/kernel/ids.ts';
import type { PostgresServer } from '../tests/helpers/database/postgres-server.ts';
import { startContestant } from './contestants.ts';
import { createBenchDatabase, fillWithStudents, LISTS_AND_TASKS } from './database.ts';
import { checkResponse, contest } from './load.ts';
import { operation } from './operation.ts';
import { graphqlRequest, statementRequest } from './requests.ts';

const STUDENTS = 200;
/** The number of entries of the first student; other students have 100 each. */
const ENTRIES = 50_000;

/** A page of the timeline as one optimal statement, without authorization. */
const floorTimeline = (condition: string) => `
  SELECT json_build_object('data', coalesce(json_agg(page.entry), '[]'))::text AS json FROM (
    SELECT json_build_object('pk', entry.pk, 'createdAt', entry.created_at, 'action', entry.action,
      'student', json_build_object('pk', student.pk, 'fullName', student.full_name),
      'createdBy', json_build_object('pk', actor.pk, 'fullName', actor.full_name),
      'task', json_build_object('pk', task.pk, 'name', task.name, 'containingList', json_build_object('slug', list.slug)),
      'oldName', entry.old_name, 'newName', entry.new_name, 'oldPoints', entry.old_points,
      'newPoints', entry.new_points, 'oldDueAt', entry.old_due_at, 'newDueAt', entry.new_due_at) AS entry
    FROM interactions AS entry
    JOIN users AS student ON student.pk = entry.student_pk JOIN users AS actor ON actor.pk = entry.actor_pk
    JOIN tasks AS task ON task.pk = entry.task_pk JOIN task_lists AS list ON list.pk = task.list_pk
    WHERE entry.student_pk = $1 AND ${condition}
    ORDER BY entry.created_at DESC, entry.pk DESC LIMIT 11) AS page`;

/** The most urgent students as one optimal statement. */
const FLOOR_ATTENTION = `
  SELECT json_build_object('data', json_agg(page.student))::text AS json FROM (
    SELECT json_build_object('pk', student.pk, 'fullName', student.full_name, 'year', roadmaps.year,
      'points', rating.points, 'overdue', due.overdue, 'deadline', due.deadline, 'last', last.created_at,
      'next', (SELECT min(starts_at) FROM booked_meetings WHERE client_pk = student.pk AND starts_at > now())) AS student
    FROM relations JOIN users AS student ON student.pk = relations.student_pk
    LEFT JOIN last_interactions AS last ON last.student_pk = student.pk
    LEFT JOIN roadmaps ON roadmaps.student_pk = student.pk
    LEFT JOIN student_profile_ratings AS rating ON rating.student_pk = student.pk
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE due_at < now()) AS overdue, min(due_at) FILTER (WHERE due_at >= now()) AS deadline
      FROM tasks JOIN task_lists ON task_lists.pk = tasks.list_pk AND NOT private
      WHERE tasks.owner_pk = student.pk AND completed_at IS NULL AND deleted_at IS NULL
        AND due_at < now() + interval '7 days') AS due
    WHERE relations.user_pk = $1
    ORDER BY due.overdue * 10 + extract(day FROM now() - last.created_at) DESC, student.pk DESC LIMIT 51) AS page`;

/** Inserts students with a list of 20 tasks, most of them due soon or overdue, and their interactions. */
async function fill(url: string) {
  await fillWithStudents(
    url,
    STUDENTS,
    ...LISTS_AND_TASKS,
    `INSERT INTO interactions (student_pk, mentor_pk, actor_pk, created_at, action, task_pk, task_name, list_pk,
        old_points, new_points, shared)
      SELECT task.owner_pk, 1, 1, now() - i * interval '7 minutes', 'UPDATE_POINTS', task.pk, task.name, task.list_pk,
        5, 10, i % 10 <> 0
      FROM tasks AS task, generate_series(1, CASE WHEN task.owner_pk = 2 THEN ${ENTRIES / 20} ELSE 5 END) AS i`,
    `INSERT INTO last_interactions (student_pk, created_at, interaction_type, mentor_pk)
      SELECT pk, now() - pk % 30 * interval '1 day', 'task_activity', 1 FROM users WHERE role = 'student'`,
  );
}

/**
 * Compares the timeline of a student with 50,000 entries (first, deep and filtered page), and 200 students by
 * attention.
 */
export async function bench(postgres: PostgresServer): Promise<void> {
  const url = await createBenchDatabase(postgres, 'bench_interactions');
  await fill(url);
  const servers = [
    await startContestant('floor', url),
    await startContestant('gopath', url, ['mentor-1']),
  ] as const;
  const [floor, gopath] = servers;
  const timeline = (variables: object) =>
    graphqlRequest(gopath, operation('interactions', 'AllInteractions'), {
      first: 10,
      student: toGlobalId('User', 2),
      ...variables,
    });
  const deepMoment = new Date(Date.now() - (ENTRIES / 20 - 100) * 7 * 60_000).toISOString();
  const deepCursor = Buffer.from(JSON.stringify(['interactions -createdAt', deepMoment, 1])).toString(
    'base64url',
  );
  const deep = timeline({ after: deepCursor });
  await checkResponse(deep, /UPDATE_POINTS/);
  const contests = [
    {
      title: `Timeline of a student with ${ENTRIES} entries, first page`,
      contestants: {
        floor: statementRequest(floor, 'first', floorTimeline('entry.shared'), [2]),
        GoPath: timeline({}),
      },
      expected: /UPDATE_POINTS/,
    },
    {
      title: 'The same, a deep page',
      contestants: {
        floor: statementRequest(
          floor,
          'deep',
          floorTimeline('entry.shared AND (entry.created_at, entry.pk) < ($2::timestamptz, $3::int)'),
          [2, deepMoment, 1],
        ),
        GoPath: deep,
      },
      expected: /UPDATE_POINTS/,
    },
    {
      title: 'The same, with one mentor',
      contestants: {
        floor: statementRequest(
          floor,
          'mentor',
          floorTimeline('entry.shared AND entry.mentor_pk = $2'),
          [2, 1],
        ),
        GoPath: timeline({ mentor: toGlobalId('User', 1) }),
      },
      expected: /UPDATE_POINTS/,
    },
    {
      title: `50 of ${STUDENTS} students by attention`,
      contestants: {
        floor: statementRequest(floor, 'attention', FLOOR_ATTENTION, [1]),
        GoPath: graphqlRequest(gopath, operation('students', 'AllStudents'), {
          first: 50,
          orderBy: '-attention',
        }),
      },
      expected: /Student Number/,
    },
  ];
  for (const { title, contestants, expected } of contests) await contest(title, contestants, expected);
  for (const server of servers) server.stop();
}
