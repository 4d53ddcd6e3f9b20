import { Database } from '../server/db/database.ts';
import { prepareDatabase } from '../server/db/prepare.ts';
import { createDatabase } from '../tests/helpers/database/create-database.ts';
import { type PostgresServer, startPostgres } from '../tests/helpers/database/postgres-server.ts';
import { TEST_ISSUER } from '../tests/helpers/server/token-issuer.ts';

/** Starts the PostgreSQL server of all comparisons in a run. */
export async function startBenchPostgres(): Promise<PostgresServer> {
  const postgres = await startPostgres([
    'shared_buffers=512MB',
    'work_mem=16MB',
    'maintenance_work_mem=512MB',
  ]);
  if (postgres === null) throw new Error('The benchmarks need PostgreSQL (or TEST_DATABASE_URL).');
  return postgres;
}

/** Creates an empty, migrated database. @returns its address */
export async function createBenchDatabase(postgres: PostgresServer, name: string): Promise<string> {
  const url = await createDatabase(postgres.url, name);
  const database = await Database.open({ engine: 'postgres', url, poolSize: 2 });
  await prepareDatabase(database);
  await database.close();
  return url;
}

/** Runs statements on a bench database, without the product's time limits. */
export async function runSql(url: string, ...statements: string[]): Promise<void> {
  const database = await Database.open({ engine: 'postgres', url, poolSize: 1 });
  await database.withoutTimeLimit(async () => {
    for (const statement of statements) await database.execute(statement);
  });
  await database.close();
}

/** Returns the statements for runSql that insert a mentor, as the first person, and students. */
export function mentorAndStudents(students: number): string[] {
  return [
    `INSERT INTO users (role, first_name, last_name, email, issuer, subject)
      VALUES ('mentor', 'Mentor', 'Number 1', 'mentor@bench.example', '${TEST_ISSUER}', 'mentor-1')`,
    `INSERT INTO users (role, first_name, last_name, email, issuer, subject)
      SELECT 'student', 'Student', 'Number ' || i, 'student' || i || '@bench.example', '${TEST_ISSUER}', 'student-' || i
      FROM generate_series(1, ${students}) AS i`,
  ];
}

/**
 * Returns the statement for runSql that relates students to mentors, the first students first. It runs without the
 * triggers that fill the copied columns.
 * @param mentorPk an expression over `users`, the students
 */
export function relateToMentor(mentorPk: string, students = 2_000_000): string {
  return `INSERT INTO relations (student_pk, user_pk, kind, student_name, student_enabled)
    SELECT pk, ${mentorPk}, 'mentor', lower(full_name), true FROM users WHERE role = 'student' ORDER BY pk
    LIMIT ${students}`;
}

/**
 * Inserts a mentor with students, runs the statements and updates the planner's statistics. The statements run without
 * the triggers that fill the copied columns.
 */
export async function fillWithStudents(
  url: string,
  students: number,
  ...statements: string[]
): Promise<void> {
  await runSql(
    url,
    "SET session_replication_role = 'replica'",
    ...mentorAndStudents(students),
    relateToMentor('1'),
    ...statements,
    'VACUUM ANALYZE',
  );
}

/** Returns the statement that inserts a number of rows for each roadmap; `i` counts them in the values. */
export function ofRoadmaps(table: string, columns: string, values: string, many: number): string {
  return `INSERT INTO ${table} (roadmap_pk, ${columns})
    SELECT roadmaps.pk, ${values} FROM roadmaps, generate_series(1, ${many}) AS i`;
}

/** The statements that insert a list with 20 tasks for each student, due from three days ago on. */
export const LISTS_AND_TASKS = [
  `INSERT INTO task_lists (owner_pk, created_by_pk, name, slug, color, private, created_at)
    SELECT pk, 1, 'List', 'list-' || pk, 'blue', false, now() FROM users WHERE role = 'student' ORDER BY pk`,
  `INSERT INTO tasks (list_pk, owner_pk, created_by_pk, name, body, html_body, points, due_at, position,
      created_at, updated_at)
    SELECT list.pk, list.owner_pk, 1, 'Task ' || i, '{"type":"doc","content":[]}', '', 5,
      now() + (i - 4) * interval '1 day', i, now(), now()
    FROM task_lists AS list, generate_series(1, 20) AS i`,
];

/** Fills tables without their indexes and recreates these afterwards: many times faster for a million rows. */
export async function withoutIndexes(url: string, table: string, fill: () => Promise<void>): Promise<void> {
  const database = await Database.open({ engine: 'postgres', url, poolSize: 1 });
  const indexes = await database.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
    FROM pg_index WHERE indrelid = $1::regclass AND NOT indisunique`,
    [table],
  );
  for (const { name } of indexes) await database.execute(`DROP INDEX ${name}`);
  await database.close();
  await fill();
  await runSql(url, ...indexes.map(({ definition }) => definition));
}
