import { type Kysely, sql } from 'kysely';

/** More repeat rules for tasks; history in date order, with entries that only follow from another task's change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE tasks DROP CONSTRAINT tasks_recurrence_check`.execute(db);
  await sql`
    ALTER TABLE tasks ADD CONSTRAINT tasks_recurrence_check CHECK (
      recurrence IN ('daily', 'weekdays', 'weekly', 'monthly')
      OR recurrence ~ '^every [1-9][0-9]? (weeks|months)$')`.execute(db);
  await sql`ALTER TABLE task_activities ADD COLUMN indirect boolean NOT NULL DEFAULT false`.execute(db);
  await sql`UPDATE task_activities SET indirect = true WHERE action = 'PARENT_COMPLETE'`.execute(db);
  await sql`DROP INDEX task_activities_of_task`.execute(db);
  await sql`DROP INDEX task_activities_of_list`.execute(db);
  await sql`CREATE INDEX task_activities_of_task ON task_activities (task_pk, created_at, pk)`.execute(db);
  await sql`CREATE INDEX task_activities_of_list ON task_activities (list_pk, created_at, pk)`.execute(db);
}
