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
 */
export async function lockFor(database: Database, kind: keyof typeof KINDS, pk: number): Promise<void> {
  await database.query('SELECT pg_advisory_xact_lock($1::int, $2::int)', [KINDS[kind], pk]);
}
