import { type Kysely, sql } from 'kysely';

/** How often the download of an export was started. A download that breaks can be repeated a few times. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE data_exports ADD download_attempts smallint NOT NULL DEFAULT 0`.execute(db);
}
