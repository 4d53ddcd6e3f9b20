import { type Kysely, sql } from 'kysely';

/**
 * The client of each booking in SimplyBook.me, which shows whether it was given to another one. Null for a booking that
 * was not read since.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE simplybook_bookings ADD COLUMN client_id integer`.execute(db);
}
