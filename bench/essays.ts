import { toGlobalId } from '../shared/kernel/ids.ts';
import type { PostgresServer } from '../tests/helpers/database/postgres-server.ts';
import { startContestant } from './contestants.ts';
import { createBenchDatabase, fillWithStudents } from './database.ts';
import { type BenchRequest, checkResponse, contest, type Load, percentile, printLoads } from './load.ts';
import { operation } from './operation.ts';
import { graphqlRequest, statementRequest } from './requests.ts';

const STUDENTS = 200;
const ESSAYS_EACH = 20;
const COMMENTS_EACH = 10;
const SAVES = 1_000;
const PARALLEL_SAVES = 8;

/** An essay of 650 words, the limit of the Common App. */
const BODY = JSON.stringify({
  type: 'doc',
  content: Array.from({ length: 10 }, () => ({
    type: 'paragraph',
    content: [{ type: 'text', text: 'The library was quiet again. '.repeat(13).trim() }],
  })),
});

const SUMMARY = `essays.pk, essays.title, essays.status, essays.word_count AS "wordCount",
  essays.word_limit AS "wordLimit", essays.due_on AS "dueOn", essays.is_shared AS "isShared",
  essays.updated_at AS "updatedAt",
  (SELECT json_build_object('pk', colleges.pk, 'name', colleges.name) FROM colleges WHERE pk = college_pk) AS college,
  (SELECT count(*) FROM essay_comments WHERE essay_pk = essays.pk AND resolved_at IS NULL) AS "openComments"`;

/** The list as one optimal statement, without authorization. */
const FLOOR_LIST = `SELECT json_build_object(
  'student', (SELECT json_build_object('pk', pk, 'fullName', full_name) FROM users WHERE pk = $1),
  'colleges', (SELECT json_agg(json_build_object('pk', colleges.pk, 'name', name) ORDER BY lower(name))
    FROM colleges JOIN roadmaps ON roadmaps.pk = roadmap_pk WHERE student_pk = $1),
  'essays', (SELECT json_agg(essay) FROM (SELECT ${SUMMARY} FROM essays WHERE student_pk = $1
    ORDER BY status = 'DONE', updated_at DESC, pk DESC) AS essay))::text AS json`;

/** An essay with its comments as one optimal statement. */
const FLOOR_ESSAY = `SELECT row_to_json(essay)::text AS json FROM (
  SELECT ${SUMMARY}, essays.body, essays.version, essays.prompt, student.full_name AS student,
    (SELECT json_agg(entry) FROM (
      SELECT comment.pk, comment.body, quote, text_before, text_after, comment.created_at, resolved_at,
        author.full_name AS author
      FROM essay_comments AS comment JOIN users AS author ON author.pk = author_pk
      WHERE essay_pk = essays.pk ORDER BY comment.pk) AS entry) AS comments
  FROM essays JOIN users AS student ON student.pk = student_pk WHERE essays.pk = $1) AS essay`;

/** A save with its version of the history as one optimal statement, without a check of the version. */
const FLOOR_SAVE = `WITH saved AS (
    UPDATE essays SET title = $2, body = $3, word_count = 650, updated_at = now(), version = version + 1
    WHERE pk = $1 RETURNING *
  ), kept AS (
    UPDATE essay_versions SET title = $2, body = $3, word_count = 650, saved_at = now()
    WHERE pk = (SELECT pk FROM essay_versions WHERE essay_pk = $1 ORDER BY pk DESC LIMIT 1) RETURNING pk
  )
  SELECT row_to_json(saved)::text AS json FROM saved, kept`;

/** Inserts a mentor with students, each with a roadmap and essays with comments and a version. */
async function fill(url: string) {
  await fillWithStudents(
    url,
    STUDENTS,
    `INSERT INTO roadmaps (student_pk, year, graduation_year) SELECT pk, 'SR', 2027 FROM users WHERE role = 'student'`,
    `INSERT INTO colleges (roadmap_pk, name)
      SELECT roadmaps.pk, 'College ' || i FROM roadmaps, generate_series(1, 10) AS i`,
    `INSERT INTO essays (student_pk, creator_pk, title, body, word_count, word_limit, status, college_pk, is_shared,
        created_at, updated_at)
      SELECT student_pk, student_pk, 'Essay ' || i, '${BODY}', 650, 650, 'DRAFT', colleges.pk, true,
        now(), now() - i * interval '1 hour'
      FROM generate_series(1, ${ESSAYS_EACH}) AS i, roadmaps
      JOIN colleges ON colleges.roadmap_pk = roadmaps.pk AND colleges.name = 'College 1' ORDER BY student_pk, i`,
    `INSERT INTO essay_versions (essay_pk, author_pk, title, body, word_count, started_at, saved_at)
      SELECT pk, student_pk, title, body, word_count, now(), now() FROM essays`,
    `INSERT INTO essay_comments (essay_pk, author_pk, body, quote, created_at)
      SELECT essays.pk, 1, 'What did you hear?', 'quiet again', now()
      FROM essays, generate_series(1, ${COMMENTS_EACH}) AS i`,
  );
}

/** Saves different essays in parallel, each one save after the other, because every save names the newest version. */
async function save(
  firstPk: number,
  requestOf: (pk: number, version: number) => BenchRequest,
): Promise<Load> {
  const times: number[] = [];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: PARALLEL_SAVES }, async (_, index) => {
      for (let version = 1; version <= SAVES / PARALLEL_SAVES; version += 1) {
        const before = performance.now();
        await checkResponse(requestOf(firstPk + index, version), new RegExp(`"version":${version + 1}\\b`));
        times.push(performance.now() - before);
      }
    }),
  );
  const requestsPerSecond = (times.length / (performance.now() - start)) * 1_000;
  times.sort((a, b) => a - b);
  const rounded = (share: number) => Math.round(percentile(times, share));
  return { requestsPerSecond, p50: rounded(0.5), p99: rounded(0.99) };
}

/** Compares the list of a student's essays, an open essay with its comments, and a save. */
export async function bench(postgres: PostgresServer): Promise<void> {
  const url = await createBenchDatabase(postgres, 'bench_essays');
  await fill(url);
  // Like GoPath, the baseline plans its statements once.
  const floor = await startContestant('floor', `${url}?options=-c%20plan_cache_mode%3Dforce_generic_plan`);
  const gopath = await startContestant('gopath', url, ['mentor-1', 'student-1']);
  const graphql = (name: string, variables: object, person = 0) =>
    graphqlRequest(gopath, operation('essays', name), variables, person);
  try {
    await contest(
      `The ${ESSAYS_EACH} essays of a student`,
      {
        floor: statementRequest(floor, 'list', FLOOR_LIST, [2]),
        GoPath: graphql('StudentEssays', { studentPk: 2 }),
      },
      /Essay 20/,
    );
    await contest(
      `An essay of 650 words with ${COMMENTS_EACH} comments`,
      { floor: statementRequest(floor, 'essay', FLOOR_ESSAY, [1]), GoPath: graphql('Essay', { pk: 1 }) },
      /library.*What did you hear/s,
    );
    printLoads(`Saves of such an essay; ${PARALLEL_SAVES} connections`, {
      floor: await save(ESSAYS_EACH + 1, (pk) =>
        statementRequest(floor, 'save', FLOOR_SAVE, [pk, 'Essay', BODY]),
      ),
      GoPath: await save(1, (pk, version) =>
        graphql(
          'UpdateEssay',
          { input: { id: toGlobalId('Essay', pk), title: 'Essay', body: BODY, version } },
          1,
        ),
      ),
    });
  } finally {
    floor.stop();
    gopath.stop();
  }
}
