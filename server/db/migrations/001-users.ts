import { type Kysely, sql } from 'kysely';

/** People, the relations between students and their parents and mentors, and global permissions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`.execute(db);
  await sql`CREATE EXTENSION IF NOT EXISTS btree_gin`.execute(db);
  await sql`
    CREATE TABLE users (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      role text NOT NULL CHECK (role IN ('student', 'parent', 'mentor')),
      first_name text NOT NULL CHECK (length(first_name) BETWEEN 1 AND 100),
      last_name text NOT NULL CHECK (length(last_name) BETWEEN 1 AND 100),
      full_name text NOT NULL GENERATED ALWAYS AS (first_name || ' ' || last_name) STORED,
      email text NOT NULL CHECK (length(email) <= 254),
      phone text NOT NULL DEFAULT '',
      birthday date,
      tracker_link text NOT NULL DEFAULT '',
      theme smallint NOT NULL DEFAULT 1,
      time_zone text NOT NULL DEFAULT 'America/Los_Angeles',
      last_release_viewed text NOT NULL DEFAULT '',
      show_meetings boolean NOT NULL DEFAULT true,
      issuer text,
      subject text,
      disabled_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (issuer, subject)
    )`.execute(db);
  await sql`CREATE UNIQUE INDEX users_email ON users (lower(email))`.execute(db);
  await sql`CREATE INDEX users_name ON users (last_name, first_name, pk)`.execute(db);
  await sql`CREATE INDEX users_name_search ON users USING gin (full_name gin_trgm_ops)`.execute(db);
  await sql`
    CREATE TABLE relations (
      student_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      user_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('parent', 'mentor')),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (student_pk, user_pk),
      CHECK (student_pk <> user_pk)
    )`.execute(db);
  await sql`CREATE INDEX relations_of_user ON relations (user_pk, student_pk)`.execute(db);
  await sql`
    CREATE TABLE user_permissions (
      user_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      permission text NOT NULL,
      PRIMARY KEY (user_pk, permission)
    )`.execute(db);
  await sql`
    CREATE TABLE pins (
      user_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      pinned_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (user_pk, pinned_pk)
    )`.execute(db);
  await sql`
    CREATE TABLE revoked_sessions (
      session_id text PRIMARY KEY,
      revoked_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
}
