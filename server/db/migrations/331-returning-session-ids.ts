import { type Kysely, sql } from 'kysely';

/**
 * Until when the refused tokens of an ended session were issued; null for all of its tokens. An external provider can
 * give the next sign-in the same session id.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE revoked_sessions ADD issued_until timestamptz(3)`.execute(db);
}
