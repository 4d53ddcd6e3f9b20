import { type Kysely, sql } from 'kysely';

/** The application deadline of a college, and the finished requirements of the application. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE colleges
      ADD COLUMN deadline date,
      ADD COLUMN requirements text[] NOT NULL DEFAULT '{}' CHECK (requirements <@
        ARRAY['transcript', 'recommendations', 'essays', 'fee', 'scores', 'submitted'])`.execute(db);
  await sql`CREATE INDEX colleges_by_deadline ON colleges (deadline) WHERE deadline IS NOT NULL`.execute(db);
  await sql`CREATE INDEX essays_by_due_date ON essays (due_on) WHERE due_on IS NOT NULL`.execute(db);
}
