import type { PostgresServer } from '../tests/helpers/database/postgres-server.ts';
import { TEST_ISSUER } from '../tests/helpers/server/token-issuer.ts';
import { startContestant } from './contestants.ts';
import { createBenchDatabase, fillWithStudents, LISTS_AND_TASKS, ofRoadmaps } from './database.ts';
import { contest } from './load.ts';
import { operation } from './operation.ts';
import { graphqlRequest, statementRequest } from './requests.ts';

const STUDENTS = 200;

const TASK = `json_build_object('pk', task.pk, 'name', task.name, 'points', task.points, 'dueAt', task.due_at,
  'recurrence', task.recurrence, 'list', json_build_object('pk', list.pk, 'slug', list.slug, 'name', list.name))`;
const nextTasks = (limit: number) => `(SELECT json_agg(next.task) FROM (
  SELECT ${TASK} AS task FROM tasks AS task JOIN task_lists AS list ON list.pk = task.list_pk
  WHERE task.owner_pk = person.pk AND task.completed_at IS NULL AND task.deleted_at IS NULL AND task.due_at IS NOT NULL
  ORDER BY task.due_at, task.pk LIMIT ${limit}) AS next)`;
const countOf = (table: string) => `(SELECT count(*) FROM ${table} WHERE roadmap_pk = roadmaps.pk)`;

/** The people whose tasks the dashboard shows, with their progress and deadlines. */
const PEOPLE = `(SELECT json_agg(json_build_object('pk', person.pk, 'fullName', person.full_name,
    'tasks', ${nextTasks(6)},
    'roadmap', (SELECT json_build_array(${countOf('class_grades')}, ${countOf('exam_scores')}, ${countOf('activities')},
      ${countOf('colleges')}) FROM roadmaps WHERE student_pk = person.pk),
    'rating', (SELECT points FROM student_profile_ratings WHERE student_pk = person.pk),
    'deadlines', (SELECT json_agg(due) FROM (
      SELECT colleges.pk, colleges.name, colleges.deadline FROM colleges JOIN roadmaps ON roadmaps.pk = roadmap_pk
      WHERE roadmaps.student_pk = person.pk AND colleges.deadline BETWEEN current_date - 30 AND current_date + 30
      UNION ALL
      SELECT essays.pk, essays.title, essays.due_on FROM essays
      WHERE essays.student_pk = person.pk AND status <> 'DONE'
        AND essays.due_on BETWEEN current_date - 30 AND current_date + 30
      ORDER BY 3 LIMIT 7) AS due)))
  FROM users AS person WHERE person.pk = ANY($1))`;

const meetings = (condition: string) => `(SELECT json_agg(next) FROM (
  SELECT meeting.pk, meeting.name, meet_id, starts_at, ends_at, mentor.full_name AS mentor, student.full_name AS student
  FROM booked_meetings AS meeting JOIN users AS mentor ON mentor.pk = provider_pk
  JOIN users AS student ON student.pk = client_pk
  WHERE ${condition} AND status = 'booked' ORDER BY starts_at, meeting.pk LIMIT 7) AS next)`;

const notes = (source: string) => `(SELECT json_agg(latest) FROM (
  SELECT notes.pk, title, updated_at, author_name, student_name FROM ${source}
  ORDER BY updated_at DESC, notes.pk DESC LIMIT 5) AS latest)`;

/** The dashboard of a student or parent as one optimal statement: the students, and the person who reads. */
const FLOOR_FAMILY = `SELECT json_build_object('people', ${PEOPLE},
  'meetings', ${meetings('client_pk = ANY($1) AND ends_at > now()')},
  'notes', ${notes('note_recipients JOIN notes ON notes.pk = note_pk WHERE user_pk = $2 AND sent')})::text AS json`;

/** The dashboard of a mentor as one optimal statement. */
const FLOOR_MENTOR = `SELECT json_build_object('people', ${PEOPLE},
  'meetings', ${meetings('provider_pk = $2 AND ends_at > now()')},
  'unsent', ${meetings(`provider_pk = $2 AND starts_at BETWEEN now() - interval '7 days' AND now()
    AND NOT EXISTS (SELECT FROM notes WHERE booked_meeting_pk = meeting.pk AND sent)`)},
  'notes', ${notes('notes WHERE author_pk = $2')},
  'pinned', (SELECT json_agg(json_build_object('pk', person.pk, 'fullName', person.full_name, 'task', ${nextTasks(1)}))
    FROM pins JOIN users AS person ON person.pk = pinned_pk WHERE user_pk = $2),
  'requests', (SELECT json_agg(json_build_object('pk', request.pk, 'createdAt', request.created_at))
    FROM rating_review_requests AS request JOIN relations USING (student_pk)
    WHERE user_pk = $2 AND closed_at IS NULL AND review_pk IS NULL),
  'students', (SELECT json_agg(page) FROM (
    SELECT student.pk, student.full_name, rating.points, due.overdue, due.deadline, last.created_at,
      (SELECT min(starts_at) FROM booked_meetings WHERE client_pk = student.pk AND starts_at > now()) AS next
    FROM relations JOIN users AS student ON student.pk = relations.student_pk
    LEFT JOIN last_interactions AS last ON last.student_pk = student.pk
    LEFT JOIN student_profile_ratings AS rating ON rating.student_pk = student.pk
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE due_at < now()) AS overdue, min(due_at) FILTER (WHERE due_at >= now()) AS deadline
      FROM tasks JOIN task_lists ON task_lists.pk = tasks.list_pk AND NOT private
      WHERE tasks.owner_pk = student.pk AND completed_at IS NULL AND deleted_at IS NULL
        AND due_at < now() + interval '7 days') AS due
    WHERE relations.user_pk = $2
    ORDER BY due.overdue * 10 + extract(day FROM now() - last.created_at) DESC, student.pk DESC LIMIT 7) AS page)
  )::text AS json`;

/** Inserts a mentor with students, each with tasks, a roadmap, essays, meetings and notes, and a parent of two. */
async function fill(url: string) {
  await fillWithStudents(
    url,
    STUDENTS,
    `INSERT INTO users (role, first_name, last_name, email, issuer, subject)
      VALUES ('parent', 'Parent', 'Number 1', 'parent@bench.example', '${TEST_ISSUER}', 'parent-1')`,
    `INSERT INTO relations (student_pk, user_pk, kind, student_name, student_enabled)
      SELECT student.pk, parent.pk, 'parent', lower(student.full_name), true
      FROM users AS student, users AS parent WHERE student.pk IN (2, 3) AND parent.role = 'parent'`,
    ...LISTS_AND_TASKS,
    `INSERT INTO roadmaps (student_pk, year, graduation_year) SELECT pk, 'JR', 2028 FROM users WHERE role = 'student'`,
    `INSERT INTO student_profile_ratings (student_pk, points) SELECT student_pk, 210 FROM roadmaps`,
    ofRoadmaps(
      'class_grades',
      'name, year, terms, target_grades, actual_grades',
      `'Class ' || i, 'JR', 2, ARRAY[4, 3.7], ARRAY[3.3, NULL]`,
      22,
    ),
    ofRoadmaps('activities', 'name, category, body', `'Activity ' || i, 'VO', ''`, 8),
    ofRoadmaps('colleges', 'name, deadline', `'College ' || i, current_date + i * 5`, 10),
    `INSERT INTO essays (student_pk, creator_pk, title, body, due_on, is_shared, created_at, updated_at)
      SELECT student_pk, student_pk, 'Essay ' || i, '{"type":"doc","content":[]}', current_date + i * 7, true, now(), now()
      FROM roadmaps, generate_series(1, 8) AS i`,
    `INSERT INTO booked_meetings (name, simplybook_id, meet_id, provider_pk, client_pk, starts_at, ends_at)
      SELECT 'Meeting', i, md5(i::text), 1, 2 + i % ${STUDENTS}, start, start + interval '45 minutes'
      FROM generate_series(1, 1000) AS i, LATERAL (SELECT now() + (i - 800) * interval '5 hours' AS start) AS at`,
    `INSERT INTO notes (author_pk, student_pk, title, body, html_body, text_body, created_at, updated_at, author_name,
        student_name, booked_meeting_pk, sent_at)
      SELECT 1, client_pk, 'Note ' || pk, '{"type":"doc","content":[]}', '', '', starts_at, starts_at,
        'Mentor Number 1', 'Student', pk, ends_at
      FROM booked_meetings WHERE ends_at < now() - interval '1 day'`,
    `INSERT INTO note_recipients (note_pk, user_pk, kind) SELECT pk, student_pk, 'student' FROM notes
      UNION ALL SELECT notes.pk, user_pk, 'parent' FROM notes JOIN relations USING (student_pk) WHERE kind = 'parent'`,
    'INSERT INTO pins (user_pk, pinned_pk) SELECT 1, pk FROM users WHERE pk BETWEEN 2 AND 6',
    'INSERT INTO rating_review_requests (student_pk) SELECT pk FROM users WHERE pk BETWEEN 2 AND 4',
    `INSERT INTO last_interactions (student_pk, created_at, interaction_type, mentor_pk)
      SELECT pk, now() - pk % 30 * interval '1 day', 'task_activity', 1 FROM users WHERE role = 'student'`,
  );
}

/** Compares the whole dashboard of a student, a parent of two, and a mentor of 200 students. */
export async function bench(postgres: PostgresServer): Promise<void> {
  const url = await createBenchDatabase(postgres, 'bench_dashboard');
  await fill(url);
  // Like GoPath, the baseline plans its long statements once.
  const floor = await startContestant(
    'floor',
    `${url}?options=-c%20plan_cache_mode%3Dforce_generic_plan%20-c%20jit%3Doff`,
  );
  const gopath = await startContestant('gopath', url, ['student-1', 'parent-1', 'mentor-1']);
  const parentPk = STUDENTS + 2;
  try {
    const roles = [
      { title: 'The dashboard of a student', name: 'student', text: FLOOR_FAMILY, values: [[2], 2] },
      {
        title: 'The same of a parent of two',
        name: 'parent',
        text: FLOOR_FAMILY,
        values: [[2, 3], parentPk],
      },
      { title: `The same of a mentor of ${STUDENTS}`, name: 'mentor', text: FLOOR_MENTOR, values: [[1], 1] },
    ];
    for (const [person, { title, name, text, values }] of roles.entries()) {
      await contest(
        title,
        {
          floor: statementRequest(floor, name, text, values),
          GoPath: graphqlRequest(gopath, operation('dashboard', 'DashboardState'), {}, person),
        },
        /Meeting.*Note/s,
      );
    }
  } finally {
    floor.stop();
    gopath.stop();
  }
}
