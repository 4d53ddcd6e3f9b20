import { type Kysely, sql } from 'kysely';

/** Finds the emails of an address that belong to no person, for its export and deletion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX mails_without_person ON mails (lower("to")) WHERE user_pk IS NULL`.execute(db);
}
