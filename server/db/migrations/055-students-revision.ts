import { type Kysely, sql } from 'kysely';

/**
 * Counts the changes of each person's list of students, so that servers read a cached list again only when it
 * changed (server/http/viewers.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN students_revision integer NOT NULL DEFAULT 0`.execute(db);
  await sql`
    CREATE FUNCTION count_students_revision() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- One order for all: two changes that wait for each other would be a deadlock.
      PERFORM FROM users WHERE pk IN (SELECT user_pk FROM changed) ORDER BY pk FOR NO KEY UPDATE;
      UPDATE users SET students_revision = students_revision + 1 WHERE pk IN (SELECT user_pk FROM changed);
      RETURN NULL;
    END $$`.execute(db);
  for (const [event, rows] of [
    ['INSERT', 'NEW'],
    ['DELETE', 'OLD'],
  ]) {
    await sql`
      CREATE TRIGGER ${sql.raw(`students_revision_${event?.toLowerCase()}`)} AFTER ${sql.raw(`${event}`)} ON relations
      REFERENCING ${sql.raw(`${rows}`)} TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION count_students_revision()`.execute(db);
  }
  // Relations are only added and removed. The triggers above do not count updates, so changing the people of
  // a relation is refused.
  await sql`
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'A relation keeps its people.';
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER relations_keep_people BEFORE UPDATE OF student_pk, user_pk ON relations
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`.execute(db);
}
