import { type Kysely, sql } from 'kysely';

/** Who is canceling a meeting in SimplyBook.me and why, until the meeting is canceled here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE simplybook_cancellations (
      meeting_pk integer PRIMARY KEY REFERENCES booked_meetings ON DELETE CASCADE,
      actor_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
      valid_until timestamptz NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX simplybook_cancellations_of_actor ON simplybook_cancellations (actor_pk)`.execute(
    db,
  );
}
