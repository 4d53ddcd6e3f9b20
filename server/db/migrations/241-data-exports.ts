import { type Kysely, sql } from 'kysely';

/** Exports of people's data. One for each requester and person: a new one replaces the previous. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE data_exports (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      requester_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      subject_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready', 'downloaded', 'failed', 'expired')),
      progress smallint NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
      attempts smallint NOT NULL DEFAULT 0,
      file text CHECK (file ~ '^[0-9a-f]{48}$'),
      created_at timestamptz(3) NOT NULL,
      finished_at timestamptz(3),
      expires_at timestamptz(3),
      UNIQUE (requester_pk, subject_pk)
    )`.execute(db);
  await sql`CREATE INDEX data_exports_of_subject ON data_exports (subject_pk)`.execute(db);
  await sql`CREATE INDEX data_exports_with_file ON data_exports (finished_at) WHERE file IS NOT NULL`.execute(
    db,
  );
}
