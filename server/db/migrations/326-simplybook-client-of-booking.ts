import { type Kysely, sql } from 'kysely';

/**
 * The client of each booking in SimplyBook.me: another client means that the booking was given to another student. Null
 * until the booking is read again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE simplybook_bookings ADD COLUMN client_id integer`.execute(db);
}
