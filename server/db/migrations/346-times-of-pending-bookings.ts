import { type Kysely, sql } from 'kysely';

/**
 * Stores the length of bookings in progress, and the new time of a meeting that is being moved: the student is not free
 * then. Requests from before this migration get the default length of a meeting.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE simplybook_requests ADD COLUMN minutes integer NOT NULL DEFAULT 45`.execute(db);
  await sql`
    ALTER TABLE simplybook_bookings ADD COLUMN moving_to timestamptz(3),
      ADD COLUMN moving_until timestamptz`.execute(db);
}
