import { type Kysely, sql } from 'kysely';

/**
 * Visits of meeting rooms. A visit without `left_at` is a seat: it has a ticket until its browser connects, and is
 * kept for some seconds after a connection breaks. Ended visits are the attendance.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE room_visits (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      peer_id uuid NOT NULL UNIQUE,
      meeting_pk integer NOT NULL REFERENCES booked_meetings ON DELETE CASCADE,
      user_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      secret_hash text NOT NULL,
      ticket_hash text UNIQUE,
      ticket_expires_at timestamptz(3),
      -- Whether the person may see and hear the others, or waits to be let in.
      admitted boolean NOT NULL,
      -- The connection that holds the seat, by a random id; null until the first one.
      connection uuid,
      connected boolean NOT NULL DEFAULT false,
      joined_at timestamptz(3),
      seen_at timestamptz(3) NOT NULL DEFAULT now(),
      left_at timestamptz(3)
    )`.execute(db);
  await sql`CREATE INDEX room_visits_of_meeting ON room_visits (meeting_pk, user_pk)`.execute(db);
  await sql`CREATE INDEX room_visits_of_user ON room_visits (user_pk)`.execute(db);
  await sql`CREATE INDEX room_seats ON room_visits (meeting_pk) WHERE left_at IS NULL`.execute(db);
}
