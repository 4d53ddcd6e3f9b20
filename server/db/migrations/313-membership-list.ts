import { type Kysely, sql } from 'kysely';

/**
 * Indexes of the list of memberships: by name, and for lapsed ones. Failed payments already have an index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX users_by_full_name ON users (full_name, pk)`.execute(db);
  await sql`CREATE INDEX memberships_lapsed ON memberships (lapsed_at) WHERE lapsed_at IS NOT NULL`.execute(
    db,
  );
}
