import { type Kysely, sql } from 'kysely';

/**
 * The triggers record who made a change: the transaction's `gopath.actor_pk`, set by `actAs` (`server/db/act-as.ts`).
 * Failed and refused sign-ins and password reset requests, which anyone can cause, are logged once a minute for each
 * account, and once a minute for all unknown addresses together.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION current_actor() RETURNS integer LANGUAGE sql STABLE AS
      $$ SELECT nullif(current_setting('gopath.actor_pk', true), '')::integer $$`.execute(db);

  await sql`
    CREATE OR REPLACE FUNCTION log_permission_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO security_events (kind, actor_pk, subject_pk, detail) VALUES (
        CASE TG_OP WHEN 'INSERT' THEN 'permission_granted' ELSE 'permission_revoked' END,
        current_actor(), coalesce(NEW.user_pk, OLD.user_pk), coalesce(NEW.permission, OLD.permission));
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE OR REPLACE FUNCTION log_relation_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO security_events (kind, actor_pk, subject_pk, object_pk, detail) VALUES (
        CASE TG_OP WHEN 'INSERT' THEN 'relation_added' ELSE 'relation_removed' END,
        current_actor(), coalesce(NEW.user_pk, OLD.user_pk), coalesce(NEW.student_pk, OLD.student_pk),
        coalesce(NEW.kind, OLD.kind));
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE OR REPLACE FUNCTION log_disabled_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO security_events (kind, actor_pk, subject_pk) VALUES (
        CASE WHEN NEW.disabled_at IS NULL THEN 'account_enabled' ELSE 'account_disabled' END,
        current_actor(), NEW.pk);
      RETURN NULL;
    END $$`.execute(db);

  // Rows from before this migration keep null, which is never a duplicate.
  await sql`ALTER TABLE security_events ADD COLUMN minute timestamptz`.execute(db);
  await sql`
    CREATE UNIQUE INDEX security_events_minutes ON security_events (kind, coalesce(subject_pk, 0), minute)
      WHERE minute IS NOT NULL`.execute(db);
}
