import { type Kysely, sql } from 'kysely';

/** New addresses that wait for the link that was emailed to them. One for each account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE email_changes (
      account_pk integer PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
      token_hash text NOT NULL UNIQUE,
      email text NOT NULL CHECK (length(email) <= 254),
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
}
