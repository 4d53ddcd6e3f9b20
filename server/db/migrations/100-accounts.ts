import { type Kysely, sql } from 'kysely';

/** Pending sign-ups, and a function that ends every sign-in of a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Deletes unverified accounts: their passwords were chosen before the address was verified, by anyone.
  await sql`DELETE FROM accounts WHERE verified_at IS NULL`.execute(db);
  await sql`ALTER TABLE accounts DROP COLUMN verified_at`.execute(db);
  await sql`
    ALTER TABLE accounts ADD COLUMN password_changed_at timestamptz(3) NOT NULL DEFAULT now()`.execute(db);
  await sql`
    CREATE TABLE sign_ups (
      token_hash text PRIMARY KEY,
      email text NOT NULL CHECK (length(email) <= 254),
      first_name text NOT NULL CHECK (length(first_name) BETWEEN 1 AND 100),
      last_name text NOT NULL CHECK (length(last_name) BETWEEN 1 AND 100),
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX sign_ups_of_email ON sign_ups (lower(email))`.execute(db);
  await sql`DELETE FROM account_links WHERE purpose <> 'reset'`.execute(db);
  await sql`ALTER TABLE account_links DROP COLUMN purpose`.execute(db);
  await sql`ALTER TABLE account_links RENAME TO password_reset_links`.execute(db);
  await sql`
    ALTER TABLE users
      ADD COLUMN consent_version text,
      ADD COLUMN consented_at timestamptz(3),
      ADD COLUMN tokens_valid_after timestamptz(3)`.execute(db);
  await sql`ALTER TABLE web_sessions ADD COLUMN issuer text, ADD COLUMN subject text`.execute(db);
  await sql`CREATE INDEX web_sessions_of_subject ON web_sessions (subject)`.execute(db);
  await sql`
    CREATE TABLE sign_in_failures (
      key text PRIMARY KEY,
      failures integer NOT NULL,
      blocked_until timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`
    CREATE FUNCTION end_sign_ins(ended_issuer text, ended_subject text) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO revoked_sessions (session_id)
        SELECT grant_id FROM oidc_payloads WHERE account_id = ended_subject AND grant_id IS NOT NULL
        UNION SELECT session_id FROM web_sessions WHERE issuer = ended_issuer AND subject = ended_subject
      ON CONFLICT DO NOTHING;
      DELETE FROM oidc_payloads WHERE account_id = ended_subject;
      DELETE FROM web_sessions WHERE issuer = ended_issuer AND subject = ended_subject;
      DELETE FROM calendar_feeds WHERE user_pk IN
        (SELECT pk FROM users WHERE issuer = ended_issuer AND subject = ended_subject);
    END $$`.execute(db);
  // A trigger, so that disabling a person ends their sign-ins whichever code does it.
  await sql`
    CREATE FUNCTION end_sign_ins_of_disabled() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.tokens_valid_after := now();
      PERFORM end_sign_ins(NEW.issuer, NEW.subject);
      RETURN NEW;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER end_sign_ins_of_disabled BEFORE UPDATE OF disabled_at ON users
    FOR EACH ROW WHEN (OLD.disabled_at IS NULL AND NEW.disabled_at IS NOT NULL)
    EXECUTE FUNCTION end_sign_ins_of_disabled()`.execute(db);
}
