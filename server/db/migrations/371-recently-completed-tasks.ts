import { type Kysely, sql } from 'kysely';

/** Reads a person's completed tasks, latest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX tasks_recently_completed ON tasks (owner_pk, completed_at DESC, pk DESC)
    WHERE completed_at IS NOT NULL AND deleted_at IS NULL`.execute(db);
}
