import { TEST_ISSUER } from '../tests/helpers/server/token-issuer.ts';
import type { PostgresServer } from '../tests/helpers/database/postgres-server.ts';
import { startContestant } from './contestants.ts';
import { createBenchDatabase, runSql } from './database.ts';
import { contest } from './load.ts';
import { statementRequest } from './requests.ts';

const PEOPLE = 20_000;
const FIRST = ['Maya', 'Leo', 'Priya', 'Jonas', 'Amara', 'Diego', 'Yuki', 'Noah', 'Fatima', 'Elena'];
const SYLLABLES = ['ka', 'mo', 'ri', 'tan', 'bel', 'so', 'ven', 'du', 'lis', 'har', 'pe', 'zon'];

/** The same people as one optimal statement, without authorization. Misspelled names are compared by the same index. */
const floorSearch = (condition: string, order: string) => `
  SELECT coalesce(json_agg(found), '[]')::text AS json FROM (
    SELECT pk, full_name AS "fullName", role, picture, disabled_at IS NOT NULL AS disabled FROM users AS person
    WHERE ${condition} AND disabled_at IS NULL ORDER BY ${order}, lower(full_name), pk LIMIT 20) AS found`;

const FLOOR_WORDS = floorSearch(
  "(' ' || lower(full_name)) LIKE $1 AND (' ' || lower(full_name)) LIKE $2",
  'lower(full_name) LIKE $3 DESC',
);
const FLOOR_MISSPELLED = floorSearch('full_name %> $1', 'word_similarity($1, full_name) DESC');

/** Inserts a person who can search everyone, and 20,000 people with names of 10 by 1,728. */
async function fill(url: string) {
  const words = (names: readonly string[]) => `'{${names.join(',')}}'::text[]`;
  const syllable = (divisor: number) => `(${words(SYLLABLES)})[1 + i / ${divisor} % ${SYLLABLES.length}]`;
  await runSql(
    url,
    "SET session_replication_role = 'replica'",
    `INSERT INTO users (role, first_name, last_name, email, issuer, subject)
      VALUES ('mentor', 'Mentor', 'Number 1', 'mentor@bench.example', '${TEST_ISSUER}', 'mentor-1')`,
    `INSERT INTO user_permissions (user_pk, permission) VALUES (1, 'users.assign_mentor')`,
    `INSERT INTO users (role, first_name, last_name, email, issuer, subject)
      SELECT 'mentor', (${words(FIRST)})[1 + i % ${FIRST.length}],
        initcap(${syllable(10)} || ${syllable(120)} || ${syllable(1440)}) || CASE WHEN i > 17280 THEN ' Junior' ELSE '' END,
        'person' || i || '@bench.example', '${TEST_ISSUER}', 'person-' || i
      FROM generate_series(1, ${PEOPLE}) AS i`,
    'VACUUM ANALYZE',
  );
}

/** Compares the search over 20,000 people: by the beginnings of two words, and a misspelled name. */
export async function bench(postgres: PostgresServer): Promise<void> {
  const url = await createBenchDatabase(postgres, 'bench_search');
  await fill(url);
  // The operator of similar names reads the threshold of the connection.
  const floor = await startContestant(
    'floor',
    `${url}?options=-c%20pg_trgm.word_similarity_threshold%3D0.35`,
  );
  const gopath = await startContestant('gopath', url, ['mentor-1']);
  const search = (query: string) => ({
    url: `${gopath.address}/api/users/search/?query=${encodeURIComponent(query)}`,
    headers: { authorization: `Bearer ${gopath.tokens[0]}` },
  });
  try {
    await contest(
      `Search of ${PEOPLE} people by the beginnings of two words`,
      {
        floor: statementRequest(floor, 'words', FLOOR_WORDS, ['% ma%', '% kamo%', 'ma kamo%']),
        GoPath: search('ma kamo'),
      },
      /Maya Kamo/,
    );
    await contest(
      'The same with a misspelled name',
      {
        floor: statementRequest(floor, 'misspelled', FLOOR_MISSPELLED, ['vendulisa']),
        GoPath: search('vendulisa'),
      },
      /Vendulis/,
    );
  } finally {
    floor.stop();
    gopath.stop();
  }
}
