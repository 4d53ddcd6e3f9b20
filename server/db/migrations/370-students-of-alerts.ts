import { type Kysely, sql } from 'kysely';

/** The student that an alert is about. Null for alerts about nobody else, and for those stored before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE alerts ADD student_pk integer REFERENCES users ON DELETE SET NULL`.execute(db);
  await sql`CREATE INDEX alerts_of_student ON alerts (student_pk, user_pk) WHERE student_pk IS NOT NULL`.execute(
    db,
  );
}
