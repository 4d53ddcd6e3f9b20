import { type Kysely, sql } from 'kysely';

/** Whether the room of a meeting was closed for good, because the mentor was removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE booked_meetings ADD room_closed boolean NOT NULL DEFAULT false`.execute(db);
}
