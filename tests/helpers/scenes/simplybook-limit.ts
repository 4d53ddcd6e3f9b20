import type { Database } from '#server/db/database.ts';

/** Refills the token bucket of SimplyBook after each call, so that tests do not wait for it. */
export async function liftSimplybookLimit(database: Database): Promise<void> {
  await database.query(`CREATE OR REPLACE FUNCTION refill_tokens() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN NEW.tokens := 5; RETURN NEW; END'`);
  await database.query(`CREATE OR REPLACE TRIGGER refill_tokens BEFORE INSERT OR UPDATE ON simplybook_connections
    FOR EACH ROW EXECUTE FUNCTION refill_tokens()`);
}

/** Brings the limit back: other tests use the same database later. */
export async function restoreSimplybookLimit(database: Database): Promise<void> {
  await database.query('DROP FUNCTION refill_tokens CASCADE');
}
