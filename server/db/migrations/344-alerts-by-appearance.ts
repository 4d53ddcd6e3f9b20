import { type Kysely, sql } from 'kysely';

/** Sorts and deletes alerts by when they appeared last: when they were created, or returned from their snooze. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX alerts_newest`.execute(db);
  await sql`
    CREATE INDEX alerts_newest ON alerts (user_pk, coalesce(returned_at, created_at) DESC, pk DESC)
    WHERE snoozed_until IS NULL`.execute(db);
  await sql`DROP INDEX alerts_age`.execute(db);
  await sql`
    CREATE INDEX alerts_age ON alerts (coalesce(returned_at, created_at)) WHERE snoozed_until IS NULL`.execute(
    db,
  );
}
