import { type Kysely, sql } from 'kysely';

/**
 * Ending every sign-in refuses only the web tokens that were issued until now: an external provider can give the next
 * sign-in the same session id.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION end_sign_ins(ended_issuer text, ended_subject text) RETURNS void
    LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO revoked_sessions (session_id, issued_until)
        SELECT DISTINCT session_id, now() FROM web_sessions WHERE issuer = ended_issuer AND subject = ended_subject
      ON CONFLICT (session_id) DO UPDATE SET revoked_at = now(), issued_until = now();
      INSERT INTO revoked_sessions (session_id)
        SELECT DISTINCT grant_id FROM oidc_payloads WHERE account_id = ended_subject AND grant_id IS NOT NULL
      ON CONFLICT (session_id) DO UPDATE SET revoked_at = now(), issued_until = NULL;
      DELETE FROM oidc_payloads WHERE account_id = ended_subject;
      DELETE FROM web_sessions WHERE issuer = ended_issuer AND subject = ended_subject;
      DELETE FROM calendar_feeds WHERE user_pk IN
        (SELECT pk FROM users WHERE issuer = ended_issuer AND subject = ended_subject);
      DELETE FROM email_changes WHERE account_pk IN (SELECT pk FROM accounts WHERE subject::text = ended_subject);
    END $$`.execute(db);
}
