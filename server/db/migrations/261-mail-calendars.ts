import { type Kysely, sql } from 'kysely';

/** Calendar invitations in queued emails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE mails ADD calendar jsonb`.execute(db);
}
