import { type Kysely, sql } from 'kysely';

/** Availability of mentors, and meetings that are booked, moved and canceled here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE EXTENSION IF NOT EXISTS btree_gist`.execute(db);
  await sql`
    CREATE TABLE availabilities (
      mentor_pk integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      time_zone text NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 64),
      minutes smallint NOT NULL CHECK (minutes BETWEEN 15 AND 240),
      buffer_minutes smallint NOT NULL CHECK (buffer_minutes BETWEEN 0 AND 120),
      notice_hours smallint NOT NULL CHECK (notice_hours >= 0),
      window_days smallint NOT NULL CHECK (window_days > 0),
      daily_limit smallint NOT NULL CHECK (daily_limit > 0),
      version integer NOT NULL DEFAULT 1,
      updated_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`
    CREATE TABLE availability_hours (
      mentor_pk integer NOT NULL REFERENCES availabilities ON DELETE CASCADE,
      weekday smallint NOT NULL CHECK (weekday BETWEEN 0 AND 6),
      start_minute smallint NOT NULL CHECK (start_minute >= 0),
      end_minute smallint NOT NULL CHECK (end_minute BETWEEN start_minute + 1 AND 1440),
      PRIMARY KEY (mentor_pk, weekday, start_minute)
    )`.execute(db);
  // A day without any hours is one row with the empty range 0 to 0.
  await sql`
    CREATE TABLE availability_overrides (
      mentor_pk integer NOT NULL REFERENCES availabilities ON DELETE CASCADE,
      day date NOT NULL,
      start_minute smallint NOT NULL CHECK (start_minute >= 0),
      end_minute smallint NOT NULL CHECK (end_minute BETWEEN start_minute AND 1440),
      PRIMARY KEY (mentor_pk, day, start_minute)
    )`.execute(db);

  await sql`CREATE SEQUENCE own_meeting_numbers AS integer START 1000000000`.execute(db);
  await sql`
    ALTER TABLE booked_meetings
      ADD status text NOT NULL DEFAULT 'booked' CHECK (status IN ('booked', 'canceled')),
      -- The meeting with the time after it. Written by the service; imported meetings have none and may overlap.
      ADD busy tstzrange,
      ADD sequence integer NOT NULL DEFAULT 0,
      ADD series uuid,
      ADD booked_by_pk integer REFERENCES users ON DELETE SET NULL,
      ADD scheduled_at timestamptz(3) NOT NULL DEFAULT now(),
      ADD canceled_at timestamptz(3),
      ADD canceled_by_pk integer REFERENCES users ON DELETE SET NULL,
      ADD cancel_reason text NOT NULL DEFAULT '' CHECK (length(cancel_reason) <= 500),
      ADD CHECK ((status = 'canceled') = (canceled_at IS NOT NULL)),
      ADD CONSTRAINT booked_meetings_one_per_mentor
        EXCLUDE USING gist (provider_pk WITH =, busy WITH &&) WHERE (status = 'booked'),
      ADD CONSTRAINT booked_meetings_one_per_student
        EXCLUDE USING gist (client_pk WITH =, tstzrange(starts_at, ends_at) WITH &&)
        WHERE (status = 'booked' AND busy IS NOT NULL)`.execute(db);
  await sql`
    CREATE INDEX booked_meetings_coming ON booked_meetings (starts_at) WHERE status = 'booked'`.execute(db);
  await sql`CREATE INDEX booked_meetings_booked_by ON booked_meetings (booked_by_pk)`.execute(db);
  await sql`CREATE INDEX booked_meetings_canceled_by ON booked_meetings (canceled_by_pk)`.execute(db);
}
