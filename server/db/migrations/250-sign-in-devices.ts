import { type Kysely, sql } from 'kysely';

/**
 * The devices on which people signed in at the embedded provider. A row is deleted with the sign-in, its IP
 * address after 90 days.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE sign_in_devices (
      session_id text PRIMARY KEY,
      client text NOT NULL CHECK (client IN ('web', 'extension')),
      browser text NOT NULL CHECK (length(browser) <= 100),
      ip text CHECK (length(ip) <= 100),
      signed_in_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
}
