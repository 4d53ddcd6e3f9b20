import { type Kysely, sql } from 'kysely';

/** Alert settings, alerts, and the current state of each feed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE alert_settings (
      user_pk integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      task_individual_enabled boolean NOT NULL DEFAULT true,
      task_digest_enabled boolean NOT NULL DEFAULT true,
      dynamic_alert_enabled boolean NOT NULL DEFAULT true,
      task_digest_frequency integer DEFAULT 168 CHECK (task_digest_frequency IN (24, 168, 730)),
      task_individual_frequency integer DEFAULT 24 CHECK (task_individual_frequency IN (24, 168)),
      quiet_hours_start smallint NOT NULL DEFAULT 21 CHECK (quiet_hours_start BETWEEN 0 AND 23),
      quiet_hours_end smallint NOT NULL DEFAULT 7 CHECK (quiet_hours_end BETWEEN 0 AND 23),
      unsubscribe_token text NOT NULL UNIQUE,
      last_digest_at timestamptz(3),
      next_digest_at timestamptz(3),
      CHECK (NOT task_digest_enabled OR task_digest_frequency IS NOT NULL),
      CHECK (NOT task_individual_enabled OR task_individual_frequency IS NOT NULL)
    )`.execute(db);
  await sql`
    CREATE INDEX alert_settings_digest ON alert_settings (next_digest_at)
    WHERE task_digest_enabled AND next_digest_at IS NOT NULL`.execute(db);
  await sql`
    CREATE TABLE alert_feeds (
      user_pk integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      revision integer NOT NULL,
      unread integer NOT NULL DEFAULT 0
    )`.execute(db);
  await sql`
    CREATE TABLE alerts (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL,
      key text NOT NULL CHECK (length(key) <= 200),
      title text NOT NULL CHECK (length(title) <= 300),
      body text NOT NULL DEFAULT '' CHECK (length(body) <= 1000),
      path text NOT NULL CHECK (path LIKE '/%' AND length(path) <= 300),
      reason text NOT NULL CHECK (length(reason) <= 300),
      revision integer NOT NULL,
      created_at timestamptz(3) NOT NULL,
      read_at timestamptz(3),
      snoozed_until timestamptz(3),
      UNIQUE (user_pk, key)
    )`.execute(db);
  await sql`CREATE INDEX alerts_newest ON alerts (user_pk, pk DESC)`.execute(db);
  await sql`CREATE INDEX alerts_changed ON alerts (user_pk, revision, pk)`.execute(db);
  await sql`CREATE INDEX alerts_unread ON alerts (user_pk) WHERE read_at IS NULL AND snoozed_until IS NULL`.execute(
    db,
  );
  await sql`CREATE INDEX alerts_snoozed ON alerts (snoozed_until) WHERE snoozed_until IS NOT NULL`.execute(
    db,
  );
  await sql`CREATE INDEX alerts_age ON alerts (created_at)`.execute(db);
}
