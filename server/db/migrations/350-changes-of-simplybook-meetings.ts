import { type Kysely, sql } from 'kysely';

/** Who is moving the meeting of a booking in SimplyBook.me, and until when one request has reserved its change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE simplybook_bookings ADD COLUMN moving_by_pk integer REFERENCES users ON DELETE SET NULL,
      ADD COLUMN changing_until timestamptz`.execute(db);
  await sql`CREATE INDEX simplybook_bookings_of_mover ON simplybook_bookings (moving_by_pk)
    WHERE moving_by_pk IS NOT NULL`.execute(db);
}
