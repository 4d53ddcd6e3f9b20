import { type Kysely, sql } from 'kysely';

/** Interactions of meetings that mentor and student attended, besides task activities and meeting notes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE interactions
      ADD COLUMN meeting_pk integer UNIQUE REFERENCES booked_meetings ON DELETE CASCADE,
      DROP CONSTRAINT interactions_check,
      ADD CONSTRAINT interactions_kind CHECK (
        (note_pk IS NOT NULL)::int + (meeting_pk IS NOT NULL)::int
          + (action IS NOT NULL AND task_name IS NOT NULL)::int = 1)`.execute(db);
}
