import { type Kysely, sql } from 'kysely';

/** Events of payments that were processed, so that each has its effect once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE stripe_events (
      id text PRIMARY KEY CHECK (length(id) <= 255),
      type text NOT NULL,
      received_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
}
