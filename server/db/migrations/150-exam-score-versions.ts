import { type Kysely, sql } from 'kysely';

/** Counts the changes of exam scores, which can be edited, so that a save based on an older state is refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['sat_scores', 'act_scores', 'exam_scores']) {
    await sql`ALTER TABLE ${sql.id(table)} ADD COLUMN version integer NOT NULL DEFAULT 1`.execute(db);
  }
}
