import type { Database } from './database.ts';

/** What a lock protects, with the number of its kind in the database. */
const KINDS = {
  /** A person's lists, tasks, templates and favorites. */
  tasks: 20,
  /** The booked times of a mentor. */
  mentorBookings: 26,
  /** The booked times of a student. */
  studentBookings: 27,
  pins: 210,
  /** The names of people that jobs write. A deletion of an account takes it, jobs share it. */
  deletions: 242,
  /** The seats of a meeting room. */
  seats: 270,
  /** The number of essays of a student. */
  essays: 300,
  /** The number of comments on an essay. */
  essayComments: 301,
} as const;

/**
 * Waits until no other transaction has this lock, and takes it until the end of the transaction. Take it before rows
 * are counted for a limit: two parallel requests would both count before either inserts.
 * @param pk the owner: a person, an essay or a meeting
 * @param mode transactions with a shared lock do not wait for each other
 */
export async function lockFor(
  database: Database,
  kind: keyof typeof KINDS,
  pk: number,
  mode: 'exclusive' | 'shared' = 'exclusive',
): Promise<void> {
  const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await database.query(`SELECT ${lock}($1::int, $2::int)`, [KINDS[kind], pk]);
}
