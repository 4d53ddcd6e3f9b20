import { type Kysely, sql } from 'kysely';

/** Whether a student keeps parents out of meeting rooms; it counts from the age of 18. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD keeps_parents_out boolean NOT NULL DEFAULT false`.execute(db);
}
