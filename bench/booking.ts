import { toGlobalId } from '../shared/kernel/ids.ts';
import type { PostgresServer } from '../tests/helpers/database/postgres-server.ts';
import { startContestant } from './contestants.ts';
import { createBenchDatabase, fillWithStudents } from './database.ts';
import { contest } from './load.ts';
import { graphqlRequest, statementRequest } from './requests.ts';

const STUDENTS = 2_000;
const PAST_MEETINGS = 5_000;
const DAYS = 31;
const DAY_MS = 86_400_000;

const SLOTS = `query ($mentor: ID!, $student: ID!, $from: DateTime!, $to: DateTime!) {
  freeSlots(mentor: $mentor, student: $student, from: $from, to: $to) { timeZone minutes slots } }`;

/** The same rows as one optimal statement, without authorization and without finding the free times. */
const FLOOR_SLOTS = `SELECT json_build_object(
  'availability', (SELECT row_to_json(availabilities) FROM availabilities WHERE mentor_pk = $1),
  'hours', (SELECT json_agg(hours) FROM availability_hours AS hours WHERE mentor_pk = $1),
  'overrides', (SELECT json_agg(overrides) FROM availability_overrides AS overrides WHERE mentor_pk = $1),
  'mentor', (SELECT json_agg(json_build_array(starts_at, ends_at)) FROM booked_meetings
    WHERE provider_pk = $1 AND status = 'booked' AND starts_at > $3 AND starts_at < $4),
  'student', (SELECT json_agg(json_build_array(starts_at, ends_at)) FROM booked_meetings
    WHERE client_pk = $2 AND status = 'booked' AND starts_at > $3 AND starts_at < $4))::text AS json`;

/** Inserts a mentor with 5,000 past meetings, 40 coming ones, and hours on six days a week. */
async function fill(url: string) {
  await fillWithStudents(
    url,
    STUDENTS,
    `INSERT INTO availabilities (mentor_pk, time_zone, minutes, buffer_minutes, notice_hours, window_days, daily_limit)
      VALUES (1, 'America/Los_Angeles', 45, 10, 12, 60, 8)`,
    'INSERT INTO availability_hours SELECT 1, day, 540, 1020 FROM generate_series(1, 6) AS day',
    `INSERT INTO booked_meetings (name, simplybook_id, meet_id, provider_pk, client_pk, starts_at, ends_at, busy)
      SELECT 'Meeting', i, md5(i::text), 1, 2 + i % ${STUDENTS}, start, start + interval '45 minutes',
        tstzrange(start, start + interval '55 minutes')
      FROM generate_series(1, ${PAST_MEETINGS} + 40) AS i,
        LATERAL (SELECT date_trunc('day', now()) + (i - ${PAST_MEETINGS}) * interval '17 hours' AS start) AS at`,
  );
}

/** Compares a month of free times of a mentor with 5,000 past meetings. */
export async function bench(postgres: PostgresServer): Promise<void> {
  const url = await createBenchDatabase(postgres, 'bench_booking');
  await fill(url);
  const floor = await startContestant('floor', url);
  const gopath = await startContestant('gopath', url, ['mentor-1']);
  try {
    const from = new Date().toISOString();
    const to = new Date(Date.now() + DAYS * DAY_MS).toISOString();
    await contest(
      `A month of free times of a mentor with ${PAST_MEETINGS} past meetings`,
      {
        floor: statementRequest(floor, 'slots', FLOOR_SLOTS, [1, 2, from, to]),
        GoPath: graphqlRequest(gopath, SLOTS, {
          mentor: toGlobalId('User', 1),
          student: toGlobalId('User', 2),
          from,
          to,
        }),
      },
      /T\d\d:\d\d:\d\d/,
    );
  } finally {
    floor.stop();
    gopath.stop();
  }
}
