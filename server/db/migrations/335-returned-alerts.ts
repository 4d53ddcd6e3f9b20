import { type Kysely, sql } from 'kysely';

/** When an alert returned from its snooze. The next digest contains it like a new one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE alerts ADD returned_at timestamptz(3)`.execute(db);
}
