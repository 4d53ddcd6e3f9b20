import { type Kysely, sql } from 'kysely';

/** Which students are being added as clients in SimplyBook.me, so that two processes do not add one twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE simplybook_new_clients (
      company text NOT NULL,
      student_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      claimed_until timestamptz NOT NULL,
      PRIMARY KEY (student_pk, company)
    )`.execute(db);
}
