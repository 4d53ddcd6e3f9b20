import { type Kysely, sql } from 'kysely';

/**
 * Plans, the membership of each student, and the append-only ledger of meetings and reviews. An entry without
 * `grant_pk` is a grant; with the amount -1 it has no limit. All other entries change a grant: a use, its refund, a
 * correction.
 *
 * Triggers create the membership of each new student, and make a family read-only while its memberships are lapsed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE membership_plans (
      length text PRIMARY KEY CHECK (length IN ('free', 'monthly', 'yearly')),
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
      price_cents integer NOT NULL CHECK (price_cents >= 0),
      currency text NOT NULL CHECK (currency ~ '^[a-z]{3}$'),
      months smallint NOT NULL CHECK (months BETWEEN 1 AND 24),
      meetings_per_month smallint NOT NULL CHECK (meetings_per_month >= -1),
      reviews_per_period smallint NOT NULL CHECK (reviews_per_period >= -1)
    )`.execute(db);
  await sql`
    INSERT INTO membership_plans (length, name, price_cents, currency, months, meetings_per_month, reviews_per_period)
    VALUES ('free', 'Free', 0, 'usd', 6, 2, 1), ('monthly', 'Monthly', 9900, 'usd', 1, -1, 1),
      ('yearly', 'Yearly', 99000, 'usd', 12, -1, 12)`.execute(db);
  await sql`
    CREATE TABLE memberships (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      student_pk integer NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
      plan_length text NOT NULL DEFAULT 'free' REFERENCES membership_plans,
      billing_anchor timestamptz(3) NOT NULL DEFAULT now(),
      period_start timestamptz(3),
      period_end timestamptz(3) CHECK (period_end > period_start),
      cancels_at_period_end boolean NOT NULL DEFAULT false,
      payment_failed_at timestamptz(3),
      lapsed_at timestamptz(3),
      stripe_customer_id text UNIQUE,
      stripe_subscription_id text UNIQUE,
      CHECK ((period_start IS NULL) = (period_end IS NULL))
    )`.execute(db);
  await sql`CREATE INDEX memberships_of_plan ON memberships (plan_length)`.execute(db);
  await sql`CREATE INDEX memberships_failed ON memberships (payment_failed_at) WHERE payment_failed_at IS NOT NULL`.execute(
    db,
  );
  await sql`
    CREATE TABLE membership_entries (
      pk bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      student_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('meetings', 'reviews')),
      entry text NOT NULL CHECK (entry IN ('grant', 'use', 'refund', 'correction')),
      key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
      amount integer NOT NULL CHECK (amount BETWEEN -1000 AND 1000 AND amount <> 0),
      valid_until timestamptz(3),
      grant_pk bigint REFERENCES membership_entries,
      actor_pk integer REFERENCES users ON DELETE SET NULL,
      note text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (student_pk, kind, entry, key),
      CHECK (CASE entry WHEN 'grant' THEN grant_pk IS NULL WHEN 'use' THEN grant_pk IS NOT NULL AND amount = -1
        WHEN 'refund' THEN grant_pk IS NOT NULL AND amount = 1 ELSE true END),
      CHECK (grant_pk IS NOT NULL OR amount >= -1)
    )`.execute(db);
  await sql`CREATE INDEX membership_entries_of_grant ON membership_entries (grant_pk)`.execute(db);
  await sql`CREATE INDEX membership_entries_of_actor ON membership_entries (actor_pk)`.execute(db);
  await sql`CREATE INDEX membership_entries_newest ON membership_entries (student_pk, pk DESC)`.execute(db);

  // The account of an actor or student can be deleted; nothing else changes an entry.
  await sql`
    CREATE FUNCTION refuse_membership_entry_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'membership_entries is append-only';
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER membership_entries_append_only BEFORE UPDATE ON membership_entries FOR EACH ROW
      WHEN (to_jsonb(NEW) - 'actor_pk' <> to_jsonb(OLD) - 'actor_pk' OR NEW.actor_pk IS NOT NULL)
      EXECUTE FUNCTION refuse_membership_entry_change()`.execute(db);

  await sql`
    INSERT INTO memberships (student_pk, billing_anchor)
      SELECT pk, created_at FROM users WHERE role = 'student'`.execute(db);
  await sql`
    CREATE FUNCTION create_membership() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO memberships (student_pk, billing_anchor) VALUES (NEW.pk, NEW.created_at) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER users_membership AFTER INSERT OR UPDATE OF role ON users FOR EACH ROW
      WHEN (NEW.role = 'student') EXECUTE FUNCTION create_membership()`.execute(db);

  // Reviews granted before the ledger, as far as they are left.
  await sql`
    INSERT INTO membership_entries (student_pk, kind, entry, key, amount, valid_until)
      SELECT student_pk, 'reviews', 'grant', 'before:' || source, reviews - used, valid_until
      FROM review_grants WHERE reviews > used AND source NOT LIKE 'free:%'`.execute(db);
  await sql`DROP TABLE review_grants`.execute(db);

  await sql`
    CREATE FUNCTION refresh_membership_access(person_pk integer) RETURNS void LANGUAGE sql AS $$
      UPDATE users SET read_only_reason = CASE WHEN state.lapsed THEN 'membership_lapsed' END
      FROM (
        SELECT coalesce(bool_and(memberships.lapsed_at IS NOT NULL), false) AS lapsed FROM memberships
        WHERE memberships.student_pk = person_pk OR memberships.student_pk IN (
          SELECT student_pk FROM relations WHERE user_pk = person_pk AND kind = 'parent')) AS state
      WHERE users.pk = person_pk AND users.role <> 'mentor'
        AND coalesce(users.read_only_reason, '') <> 'viewing_as'
        AND (users.read_only_reason IS NOT NULL) <> state.lapsed $$`.execute(db);
  await sql`
    CREATE FUNCTION follow_membership() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM refresh_membership_access(NEW.student_pk);
      PERFORM refresh_membership_access(user_pk) FROM relations
        WHERE student_pk = NEW.student_pk AND kind = 'parent' ORDER BY user_pk;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER memberships_access AFTER UPDATE OF lapsed_at ON memberships FOR EACH ROW
      WHEN ((OLD.lapsed_at IS NULL) <> (NEW.lapsed_at IS NULL)) EXECUTE FUNCTION follow_membership()`.execute(
    db,
  );
  await sql`
    CREATE FUNCTION follow_parent() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM refresh_membership_access(coalesce(NEW.user_pk, OLD.user_pk));
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER relations_membership_added AFTER INSERT ON relations FOR EACH ROW
      WHEN (NEW.kind = 'parent') EXECUTE FUNCTION follow_parent()`.execute(db);
  await sql`
    CREATE TRIGGER relations_membership_removed AFTER DELETE ON relations FOR EACH ROW
      WHEN (OLD.kind = 'parent') EXECUTE FUNCTION follow_parent()`.execute(db);
}
