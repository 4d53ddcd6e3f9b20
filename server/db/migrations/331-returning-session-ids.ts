import { type Kysely, sql } from 'kysely';

/**
 * Refuses only those tokens of an ended session that were issued until a moment; null refuses all of them. An external
 * provider can give the next sign-in the same session id.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE revoked_sessions ADD issued_until timestamptz(3)`.execute(db);
}
