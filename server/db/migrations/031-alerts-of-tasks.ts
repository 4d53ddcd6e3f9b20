import { type Kysely, sql } from 'kysely';

/** What is due, over all people: the sweep that makes reminders reads a window of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX tasks_due ON tasks (due_at, pk)
    WHERE completed_at IS NULL AND due_at IS NOT NULL AND deleted_at IS NULL`.execute(db);
}
