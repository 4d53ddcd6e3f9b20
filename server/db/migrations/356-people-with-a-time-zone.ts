import { type Kysely, sql } from 'kysely';

/**
 * Adds whether a person's time zone was set: by them, or from the browser of their first sign-in. People who have signed
 * in before keep theirs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN has_time_zone boolean NOT NULL DEFAULT true`.execute(db);
  await sql`ALTER TABLE users ALTER COLUMN has_time_zone SET DEFAULT false`.execute(db);
  await sql`UPDATE users SET has_time_zone = false WHERE issuer IS NULL`.execute(db);
}
