import { type Kysely, sql } from 'kysely';

/** Booked meetings, each with its id in the booking system. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE booked_meetings (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
      simplybook_id integer NOT NULL UNIQUE,
      meet_id text NOT NULL UNIQUE CHECK (length(meet_id) BETWEEN 1 AND 100),
      provider_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      client_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      starts_at timestamptz(3) NOT NULL,
      -- The bound lets a list of coming meetings begin a day before now, by the index on starts_at.
      ends_at timestamptz(3) NOT NULL CHECK (ends_at > starts_at AND ends_at <= starts_at + interval '1 day'),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CHECK (provider_pk <> client_pk)
    )`.execute(db);
  await sql`CREATE INDEX booked_meetings_of_provider ON booked_meetings (provider_pk, starts_at, pk)`.execute(
    db,
  );
  await sql`CREATE INDEX booked_meetings_of_client ON booked_meetings (client_pk, starts_at, pk)`.execute(db);
}
