import { type Kysely, sql } from 'kysely';

/**
 * The security log: ids and kinds only, never texts. Rows cannot be changed, and cannot be deleted before they are two
 * years old. The people have no foreign key, because the log outlives an account.
 *
 * Triggers record changes of permissions, relations and disabled accounts, so that every path that makes one is logged.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE security_events (
      pk bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz(3) NOT NULL DEFAULT now(),
      day date NOT NULL GENERATED ALWAYS AS ((at AT TIME ZONE 'UTC')::date) STORED,
      kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
      actor_pk integer,
      subject_pk integer,
      object_pk integer,
      detail text CHECK (detail ~ '^[a-z_.]{1,60}$')
    )`.execute(db);
  await sql`CREATE INDEX security_events_age ON security_events (at)`.execute(db);
  await sql`CREATE INDEX security_events_of_actor ON security_events (actor_pk, pk DESC)`.execute(db);
  await sql`CREATE INDEX security_events_of_subject ON security_events (subject_pk, pk DESC)`.execute(db);
  // A read is logged once a day, however often the screen refreshes.
  await sql`
    CREATE UNIQUE INDEX security_events_reads ON security_events
      (actor_pk, subject_pk, coalesce(object_pk, 0), detail, day)
      WHERE kind IN ('student_read', 'bug_report_read')`.execute(db);

  await sql`
    CREATE FUNCTION refuse_security_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' AND OLD.at < now() - interval '2 years' THEN RETURN OLD; END IF;
      RAISE EXCEPTION 'security_events is append-only';
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER security_events_append_only BEFORE UPDATE OR DELETE ON security_events
      FOR EACH ROW EXECUTE FUNCTION refuse_security_event_change()`.execute(db);
  await sql`
    CREATE TRIGGER security_events_no_truncate BEFORE TRUNCATE ON security_events
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_security_event_change()`.execute(db);

  await sql`
    CREATE FUNCTION log_permission_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO security_events (kind, subject_pk, detail) VALUES (
        CASE TG_OP WHEN 'INSERT' THEN 'permission_granted' ELSE 'permission_revoked' END,
        coalesce(NEW.user_pk, OLD.user_pk), coalesce(NEW.permission, OLD.permission));
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER user_permissions_logged AFTER INSERT OR DELETE ON user_permissions
      FOR EACH ROW EXECUTE FUNCTION log_permission_change()`.execute(db);

  await sql`
    CREATE FUNCTION log_relation_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO security_events (kind, subject_pk, object_pk, detail) VALUES (
        CASE TG_OP WHEN 'INSERT' THEN 'relation_added' ELSE 'relation_removed' END,
        coalesce(NEW.user_pk, OLD.user_pk), coalesce(NEW.student_pk, OLD.student_pk), coalesce(NEW.kind, OLD.kind));
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER relations_logged AFTER INSERT OR DELETE ON relations
      FOR EACH ROW EXECUTE FUNCTION log_relation_change()`.execute(db);

  await sql`
    CREATE FUNCTION log_disabled_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO security_events (kind, subject_pk)
        VALUES (CASE WHEN NEW.disabled_at IS NULL THEN 'account_enabled' ELSE 'account_disabled' END, NEW.pk);
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER users_disabled_logged AFTER UPDATE OF disabled_at ON users FOR EACH ROW
      WHEN ((OLD.disabled_at IS NULL) <> (NEW.disabled_at IS NULL))
      EXECUTE FUNCTION log_disabled_change()`.execute(db);

  await sql`
    INSERT INTO security_events (at, kind, actor_pk, subject_pk, detail)
      SELECT first_at, 'student_read', reader_pk, student_pk, kind FROM staff_reads ORDER BY first_at`.execute(
    db,
  );
  await sql`DROP TABLE staff_reads`.execute(db);
}
