import { type Kysely, sql } from 'kysely';

/** Calendar feeds with a private link. Only the hash of its token is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE calendar_feeds (
      user_pk integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      token_hash text NOT NULL UNIQUE,
      titles_only boolean NOT NULL,
      created_at timestamptz(3) NOT NULL
    )`.execute(db);
}
