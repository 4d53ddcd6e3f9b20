import { type Kysely, sql } from 'kysely';

/** Keeps used links to a new password or address, with the hash of their form, so that the form can be sent twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['password_reset_links', 'email_changes']) {
    await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN used_form text`.execute(db);
  }
}
