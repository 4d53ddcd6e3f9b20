import { RATING_CATEGORY_CODES } from '../shared/ratings/schema.ts';
import type { PostgresServer } from '../tests/helpers/database/postgres-server.ts';
import { startContestant } from './contestants.ts';
import { createBenchDatabase, fillWithStudents } from './database.ts';
import { contest } from './load.ts';
import { graphqlRequest, statementRequest } from './requests.ts';

const STUDENTS = 2_000;
const SHOWN = 200;

const SPRS = `query ($studentPks: [Int!]!) { multipleSprs(studentPks: $studentPks) {
  userPk userFullName points targetPoints
  ${RATING_CATEGORY_CODES.map((code) => `${code} { depth breadth total }`).join(' ')} } }`;

/** The ratings with their categories as one optimal statement, without authorization. */
const FLOOR_SPRS = `SELECT json_agg(entry)::text AS json FROM (
  SELECT users.pk AS "userPk", users.full_name AS "userFullName", rating.points,
    rating.target_points AS "targetPoints",
    (SELECT json_agg(levels) FROM (
      SELECT category, depth, breadth, 10 * (depth + breadth) AS total FROM rating_categories
      WHERE rating_pk = rating.pk) AS levels) AS categories
  FROM student_profile_ratings AS rating JOIN users ON users.pk = rating.student_pk
  WHERE rating.student_pk = ANY($1)) AS entry`;

/** Inserts a mentor with 2,000 students, each with a rating of seven categories. */
async function fill(url: string) {
  await fillWithStudents(
    url,
    STUDENTS,
    `INSERT INTO student_profile_ratings (student_pk, points) SELECT pk, 210 FROM users WHERE role = 'student'`,
    `INSERT INTO rating_categories (rating_pk, category, depth, breadth)
      SELECT rating.pk, category, 1, 2
      FROM student_profile_ratings AS rating, unnest('{${RATING_CATEGORY_CODES.join(',')}}'::text[]) AS category`,
  );
}

/** Compares the ratings of a mentor's 200 students, the response of `multipleSprs`. */
export async function bench(postgres: PostgresServer): Promise<void> {
  const url = await createBenchDatabase(postgres, 'bench_ratings');
  await fill(url);
  const floor = await startContestant('floor', url);
  const gopath = await startContestant('gopath', url, ['mentor-1']);
  try {
    const studentPks = Array.from({ length: SHOWN }, (_, index) => index + 2);
    await contest(
      `The ratings of ${SHOWN} students with their categories`,
      {
        floor: statementRequest(floor, 'sprs', FLOOR_SPRS, [studentPks]),
        GoPath: graphqlRequest(gopath, SPRS, { studentPks }),
      },
      /Student Number/,
    );
  } finally {
    floor.stop();
    gopath.stop();
  }
}
