import { type Kysely, sql } from 'kysely';

/**
 * Reads of a student's data by people who are not related to the student: one row per reader, student, kind
 * of data and day, so that a screen that refreshes adds no rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE staff_reads (
      reader_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      student_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('summary', 'roadmap', 'rating')),
      day date NOT NULL,
      first_at timestamptz(3) NOT NULL,
      last_at timestamptz(3) NOT NULL,
      PRIMARY KEY (student_pk, reader_pk, kind, day)
    )`.execute(db);
  await sql`CREATE INDEX staff_reads_of_reader ON staff_reads (reader_pk)`.execute(db);
  await sql`CREATE INDEX staff_reads_age ON staff_reads (day)`.execute(db);
}
