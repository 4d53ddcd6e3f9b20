import { type Kysely, sql } from 'kysely';

/** The connection to SimplyBook.me: its limits and state, and which of its people and bookings are ours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE simplybook_connections (
      company text PRIMARY KEY CHECK (length(company) BETWEEN 1 AND 100),
      -- The token bucket of all processes.
      tokens double precision NOT NULL DEFAULT 5,
      refilled_at timestamptz NOT NULL DEFAULT now(),
      leases timestamptz[] NOT NULL DEFAULT '{}',
      day date NOT NULL DEFAULT current_date,
      calls integer NOT NULL DEFAULT 0,
      -- The state that staff see.
      succeeded_at timestamptz(3),
      failing_since timestamptz(3),
      failures integer NOT NULL DEFAULT 0,
      error text CHECK (length(error) <= 50),
      -- The running sync: its window and next page.
      synced_at timestamptz(3),
      synced_all_at timestamptz(3),
      pass jsonb,
      pass_until timestamptz
    )`.execute(db);
  await sql`
    CREATE TABLE simplybook_people (
      company text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('provider', 'client')),
      simplybook_id integer NOT NULL,
      user_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      linked_at timestamptz(3) NOT NULL,
      PRIMARY KEY (company, kind, simplybook_id)
    )`.execute(db);
  await sql`CREATE INDEX simplybook_people_of_user ON simplybook_people (user_pk, kind)`.execute(db);

  // Each read of SimplyBook.me's data takes a number before it starts, so that an older read never replaces a
  // newer one.
  await sql`CREATE SEQUENCE simplybook_reads`.execute(db);
  await sql`
    CREATE TABLE simplybook_bookings (
      company text NOT NULL,
      booking_id integer NOT NULL,
      meeting_pk integer UNIQUE REFERENCES booked_meetings ON DELETE CASCADE,
      read_number bigint NOT NULL,
      PRIMARY KEY (company, booking_id)
    )`.execute(db);
  // Bookings in progress. The API of SimplyBook.me cannot repeat a booking safely, so they are stored first.
  await sql`
    CREATE TABLE simplybook_requests (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      company text NOT NULL,
      actor_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      key uuid NOT NULL,
      position smallint NOT NULL,
      input_hash text NOT NULL,
      mentor_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      student_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      provider_id integer NOT NULL,
      client_id integer NOT NULL,
      starts_at timestamptz(3) NOT NULL,
      topic text NOT NULL CHECK (length(topic) BETWEEN 1 AND 100),
      series uuid,
      state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'undo')),
      booking_id integer,
      claimed_until timestamptz,
      created_at timestamptz(3) NOT NULL,
      UNIQUE (actor_pk, key, position)
    )`.execute(db);
  await sql`CREATE INDEX simplybook_requests_of_mentor ON simplybook_requests (mentor_pk)`.execute(db);
  await sql`CREATE INDEX simplybook_requests_of_student ON simplybook_requests (student_pk)`.execute(db);
  await sql`
    CREATE INDEX simplybook_requests_unfinished ON simplybook_requests (claimed_until)
      WHERE state <> 'done'`.execute(db);
  await sql`
    CREATE TABLE simplybook_memberships (
      student_pk integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      company text NOT NULL,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
      period_end timestamptz(3) NOT NULL,
      -- -1 without a limit.
      meetings_left integer NOT NULL CHECK (meetings_left >= -1),
      read_number bigint NOT NULL
    )`.execute(db);
  // Problems contain no names or addresses: `reference` is the id of a booking, client or provider in
  // SimplyBook.me.
  await sql`
    CREATE TABLE simplybook_problems (
      company text NOT NULL,
      kind text NOT NULL CHECK (length(kind) <= 50),
      reference text NOT NULL CHECK (length(reference) <= 50),
      count integer NOT NULL DEFAULT 1,
      first_at timestamptz(3) NOT NULL,
      last_at timestamptz(3) NOT NULL,
      PRIMARY KEY (company, kind, reference)
    )`.execute(db);
}
