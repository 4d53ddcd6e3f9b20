import { type Kysely, sql } from 'kysely';

/** Bug reports, and the files that people upload. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE files (
      name text PRIMARY KEY CHECK (name ~ '^[0-9a-f]{48}$'),
      owner_pk integer REFERENCES users ON DELETE SET NULL,
      content_type text NOT NULL,
      width integer NOT NULL,
      height integer NOT NULL,
      bytes integer NOT NULL,
      created_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX files_age ON files (created_at)`.execute(db);
  await sql`
    CREATE TABLE bug_reports (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      body text NOT NULL CHECK (length(body) BETWEEN 1 AND 5000),
      commit_hash text NOT NULL,
      page text NOT NULL DEFAULT '',
      user_agent text NOT NULL,
      browser text NOT NULL,
      ip_address text,
      location_state text NOT NULL CHECK (location_state IN ('known', 'private', 'unknown', 'erased')),
      city text NOT NULL DEFAULT '',
      region text NOT NULL DEFAULT '',
      postal_code text NOT NULL DEFAULT '',
      country_name text NOT NULL DEFAULT '',
      latitude double precision,
      longitude double precision,
      screenshot text UNIQUE REFERENCES files ON DELETE SET NULL,
      screenshot_erased boolean NOT NULL DEFAULT false,
      archived boolean NOT NULL DEFAULT false,
      erased_at timestamptz(3),
      created_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX bug_reports_newest ON bug_reports (created_at DESC, pk DESC)`.execute(db);
  await sql`CREATE INDEX bug_reports_by_state ON bug_reports (archived, created_at DESC, pk DESC)`.execute(
    db,
  );
  await sql`CREATE INDEX bug_reports_search ON bug_reports USING gin (body gin_trgm_ops)`.execute(db);
  await sql`CREATE INDEX bug_reports_of_user ON bug_reports (user_pk)`.execute(db);
  await sql`CREATE INDEX bug_reports_to_erase ON bug_reports (created_at) WHERE erased_at IS NULL`.execute(
    db,
  );
}
