import type { PostgresServer } from '../tests/helpers/database/postgres-server.ts';
import { TEST_ISSUER } from '../tests/helpers/server/token-issuer.ts';
import { startContestant, startContestants } from './contestants.ts';
import { createBenchDatabase, relateToMentor, runSql, withoutIndexes } from './database.ts';
import { checkResponse, contest, load } from './load.ts';
import { graphqlRequest, statementRequest } from './requests.ts';

const NOTES_PAGE = `query Notes($after: String, $title: String) {
  allNotes(first: 10, after: $after, title_Icontains: $title, orderBy: "-updatedAt") {
    totalCount
    pageInfo { endCursor hasNextPage }
    edges { cursor node { id pk title createdAt updatedAt isMeetingNote user { pk fullName } } }
  }
}`;

const FLOOR_PAGE = `SELECT json_build_object('data', json_build_object('notes', coalesce(json_agg(page), '[]'), 'total',
    (SELECT sum(notes) FROM note_counts WHERE author_pk = $1)))::text AS json
  FROM (SELECT notes.pk, title, notes.created_at, updated_at, booked_meeting_pk IS NOT NULL AS is_meeting_note,
      users.pk AS user_pk, users.full_name
    FROM notes JOIN users ON users.pk = notes.author_pk
    WHERE notes.author_pk = $1 ORDER BY updated_at DESC, notes.pk DESC LIMIT 10) AS page`;

/** Inserts mentors, students and notes: `counts[i]` notes of mentor i, spread over their students and two years. */
async function fill(url: string, counts: readonly number[], students: number) {
  await runSql(
    url,
    "SET session_replication_role = 'replica'",
    `INSERT INTO users (role, first_name, last_name, email, issuer, subject)
      SELECT 'mentor', 'Mentor', 'Number ' || i, 'mentor' || i || '@bench.example', '${TEST_ISSUER}', 'mentor-' || i
      FROM generate_series(1, ${counts.length}) AS i`,
    `INSERT INTO users (role, first_name, last_name, email, issuer, subject)
      SELECT 'student', 'Student', 'Number ' || i, 'student' || i || '@bench.example', '${TEST_ISSUER}', 'student-' || i
      FROM generate_series(1, ${students}) AS i`,
    relateToMentor(`1 + users.pk % ${counts.length}`),
  );
  const ofMentor = Math.floor(students / counts.length) - 1;
  const notes = counts.map(
    (count, index) => `INSERT INTO notes (author_pk, student_pk, title, body, html_body, text_body,
          created_at, updated_at, author_name, student_name)
        SELECT ${index + 1}, ${counts.length} * (2 + i % ${ofMentor}) + ${index},
          'Note ' || md5(i::text) || ' on week ' || i % 52,
          '{"type":"doc","content":[]}', '<p>' || repeat(md5((i * 7)::text) || ' ', 8) || '</p>',
          repeat(md5((i * 7)::text) || ' ', 8),
          now() - i % 1000000 * interval '1 minute', now() - i % 1000000 * interval '1 minute',
          'Mentor Number ${index + 1}', 'Student Number ' || i % ${students}
        FROM generate_series(1, ${count}) AS i`,
  );
  await withoutIndexes(url, 'notes', () => runSql(url, "SET session_replication_role = 'replica'", ...notes));
  await runSql(
    url,
    `INSERT INTO note_counts (author_pk, student_pk, is_meeting_note, notes)
      SELECT author_pk, student_pk, false, count(*) FROM notes GROUP BY 1, 2`,
    'VACUUM ANALYZE',
  );
}

/** Compares one page of ten notes out of 100,000: ours, the baseline and PostGraphile 5. */
async function compareServers(postgres: PostgresServer) {
  const url = await createBenchDatabase(postgres, 'bench_notes');
  await fill(
    url,
    Array.from({ length: 50 }, () => 2_000),
    2_000,
  );
  const servers = await startContestants(url);
  const [floor, gopath, postgraphile] = servers;
  const contestants = {
    floor: statementRequest(floor, 'page', FLOOR_PAGE, [1]),
    GoPath: graphqlRequest(gopath, NOTES_PAGE),
    'PostGraphile 5': graphqlRequest(
      postgraphile,
      `query Notes { allNotes(first: 10, orderBy: [UPDATED_AT_DESC], condition: { authorPk: 1 }) {
        totalCount pageInfo { endCursor hasNextPage }
        edges { cursor node { id pk title createdAt updatedAt bookedMeetingPk userByAuthorPk { pk fullName } } }
      } }`,
    ),
  };
  await contest(
    'Notes page of 10, 100,000 notes, total count, authorization on in GoPath only',
    contestants,
    /Mentor Number 1/,
  );
  for (const server of servers) server.stop();
}

/** Compares the same page for a mentor with 10,000 and with 1,000,000 notes: first page, deep page, substring. */
async function compareGrowth(postgres: PostgresServer) {
  const url = await createBenchDatabase(postgres, 'bench_growth');
  await fill(url, [10_000, 1_000_000], 2_000);
  const server = await startContestant('gopath', url, ['mentor-1', 'mentor-2']);
  const growth: Record<string, object> = {};
  for (const [name, variables] of [
    ['first page', {}],
    ['deep page', { after: 'half' }],
    ['substring search', { title: 'c4ca' }],
  ] as const) {
    const p50: number[] = [];
    for (const [index, count] of [10_000, 1_000_000].entries()) {
      const given = 'after' in variables ? { after: deepCursor(count / 2) } : variables;
      const request = graphqlRequest(server, NOTES_PAGE, given, index);
      await checkResponse(request, /"edges":\[\{/);
      await load(request, 1, 1);
      const { requestsPerSecond } = await load(request, 4, 1);
      p50.push(1000 / requestsPerSecond);
    }
    const [small = 1, large = 1] = p50;
    growth[name] = {
      '10,000 notes, ms': Number(small.toFixed(2)),
      '1,000,000 notes, ms': Number(large.toFixed(2)),
      growth: Number((large / small).toFixed(2)),
    };
  }
  console.log('\nA page of 10 notes as the list grows (one connection, with the total count)');
  console.table(growth);
  server.stop();
}

/** Returns a cursor in the middle of a list whose notes are a minute apart, newest first. */
function deepCursor(minutes: number): string {
  const at = new Date(Date.now() - minutes * 60_000).toISOString();
  return Buffer.from(JSON.stringify(['notes -updatedAt', at, 1])).toString('base64url');
}

/** Compares servers with a list of notes, and the list as it grows. */
export async function bench(postgres: PostgresServer): Promise<void> {
  await compareServers(postgres);
  await compareGrowth(postgres);
}
