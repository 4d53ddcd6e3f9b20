import { type Kysely, sql } from 'kysely';

/**
 * Every version of the terms that a person agreed to, and when. A trigger records it, so that every path that stores
 * a consent is recorded: signing up, accepting an invitation, and accepting new terms.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE accepted_terms (
      user_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      version text NOT NULL,
      accepted_at timestamptz(3) NOT NULL,
      PRIMARY KEY (user_pk, version)
    )`.execute(db);
  await sql`
    INSERT INTO accepted_terms SELECT pk, consent_version, consented_at FROM users
      WHERE consent_version IS NOT NULL AND consented_at IS NOT NULL`.execute(db);
  await sql`
    CREATE FUNCTION record_accepted_terms() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO accepted_terms VALUES (NEW.pk, NEW.consent_version, NEW.consented_at) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER users_terms_recorded AFTER INSERT OR UPDATE OF consent_version ON users FOR EACH ROW
      WHEN (NEW.consent_version IS NOT NULL AND NEW.consented_at IS NOT NULL)
      EXECUTE FUNCTION record_accepted_terms()`.execute(db);
}
