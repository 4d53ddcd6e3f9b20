import { type Kysely, sql } from 'kysely';

/** Indexes for the filters 'Meeting notes' and 'Not sent' of the notes list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX notes_of_meetings ON notes (author_pk, updated_at, pk)
    WHERE booked_meeting_pk IS NOT NULL`.execute(db);
  await sql`
    CREATE INDEX notes_unsent ON notes (author_pk, updated_at, pk)
    WHERE booked_meeting_pk IS NOT NULL AND sent_at IS NULL`.execute(db);
}
