import { type Kysely, sql } from 'kysely';

/** Why a person's access is read-only; null for full access. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users ADD COLUMN read_only_reason text
      CHECK (read_only_reason IN ('membership_lapsed', 'viewing_as'))`.execute(db);
}
