import type { PostgresServer } from '../tests/helpers/database/postgres-server.ts';
import { TEST_ISSUER } from '../tests/helpers/server/token-issuer.ts';
import { startContestant } from './contestants.ts';
import { createBenchDatabase, runSql } from './database.ts';
import { compare, printLoads } from './load.ts';

const PEOPLE = 10_000;
const ALERTS_EACH = 60;

const FULL = 'full feed (50 alerts)';
const POLL = 'poll, nothing new (304)';

/** The number of extensions for which the required processes are computed. */
const EXTENSIONS = 1_000_000;
const SECONDS_BETWEEN_POLLS = 66;

async function fill(url: string) {
  await runSql(
    url,
    `INSERT INTO users (role, first_name, last_name, email, issuer, subject)
      SELECT 'student', 'Student', 'Number ' || i, 'student' || i || '@bench.example', '${TEST_ISSUER}', 'student-' || i
      FROM generate_series(1, ${PEOPLE}) AS i`,
    `INSERT INTO alert_settings (user_pk, unsubscribe_token) SELECT pk, md5(pk::text) FROM users`,
    `INSERT INTO alert_feeds (user_pk, revision, unread) SELECT pk, ${ALERTS_EACH}, 20 FROM users`,
    `INSERT INTO alerts (user_pk, kind, key, title, body, path, reason, revision, created_at, read_at)
      SELECT users.pk, 'task_added', 'task_added:' || i, 'New task: ' || md5(i::text), 'Your mentor added it for you.',
        '/tasks/list-' || i || '/' || i || '/', 'You get this because someone added a task for you.', i,
        now() - i * interval '1 hour', CASE WHEN i > 20 THEN now() END
      FROM users, generate_series(1, ${ALERTS_EACH}) AS i`,
    'ANALYZE',
  );
}

/** Compares a poll without news with reading the whole feed, and measures the polls per second of one process. */
export async function bench(postgres: PostgresServer): Promise<void> {
  const url = await createBenchDatabase(postgres, 'bench_alerts');
  await fill(url);
  const server = await startContestant('gopath', url, ['student-1']);
  try {
    const headers = { authorization: `Bearer ${server.tokens[0]}`, 'accept-encoding': 'gzip, br' };
    const full = { url: `${server.address}/api/alerts/`, headers };
    const first = await fetch(full.url, { headers });
    const etag = first.headers.get('etag') as string;
    const { cursor } = (await first.json()) as { cursor: string };
    const poll = { url: `${full.url}?since=${cursor}`, headers: { ...headers, 'if-none-match': etag } };
    const answer = await fetch(poll.url, { headers: poll.headers });
    if (answer.status !== 304) throw new Error(`The poll answered ${answer.status}.`);
    // With many parallel polls, as in production, they share statements; with few, each runs its own.
    const few = await compare({ [FULL]: full, [POLL]: poll }, { connections: 8, rounds: 2, seconds: 3 });
    printLoads(`Alerts: ${PEOPLE} people with ${ALERTS_EACH} alerts each, 8 connections`, few);
    const loads = await compare({ [FULL]: full, [POLL]: poll }, { connections: 100, rounds: 2, seconds: 3 });
    printLoads('The same, 100 connections', loads);
    const asked = EXTENSIONS / SECONDS_BETWEEN_POLLS;
    console.log(
      `${EXTENSIONS.toLocaleString('en')} extensions that poll every ${SECONDS_BETWEEN_POLLS} s ask ` +
        `${Math.round(asked)} times a second: ${(asked / (loads[POLL]?.requestsPerSecond ?? 1)).toFixed(1)} such processes.`,
    );
  } finally {
    server.stop();
  }
}
