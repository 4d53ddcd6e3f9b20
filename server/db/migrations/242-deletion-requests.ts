import { type Kysely, sql } from 'kysely';

/**
 * Accounts to delete after their grace period. The people have no foreign key: an interrupted deletion
 * continues from this row, which is removed last.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE deletion_requests (
      user_pk integer PRIMARY KEY,
      requester_pk integer NOT NULL,
      requested_at timestamptz(3) NOT NULL,
      due_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX deletion_requests_due ON deletion_requests (due_at)`.execute(db);
}
