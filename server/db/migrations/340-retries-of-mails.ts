import { type Kysely, sql } from 'kysely';

/** Lets emails that are queued already be tried for two days, too: jobs keep the limit they were created with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE pgboss.job SET retry_limit = 100
    WHERE name = 'mail.deliver' AND state IN ('created', 'retry', 'active')`.execute(db);
}
