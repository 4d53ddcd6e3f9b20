import { type Kysely, sql } from 'kysely';

/** An index of the due dates of all people, for the job that creates reminders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX tasks_due ON tasks (due_at, pk)
    WHERE completed_at IS NULL AND due_at IS NOT NULL AND deleted_at IS NULL`.execute(db);
}
