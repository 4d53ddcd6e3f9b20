import { type Kysely, sql } from 'kysely';

/** Ending every sign-in of an account also deletes its unconfirmed new address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION end_sign_ins(ended_issuer text, ended_subject text) RETURNS void
    LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO revoked_sessions (session_id)
        SELECT grant_id FROM oidc_payloads WHERE account_id = ended_subject AND grant_id IS NOT NULL
        UNION SELECT session_id FROM web_sessions WHERE issuer = ended_issuer AND subject = ended_subject
      ON CONFLICT DO NOTHING;
      DELETE FROM oidc_payloads WHERE account_id = ended_subject;
      DELETE FROM web_sessions WHERE issuer = ended_issuer AND subject = ended_subject;
      DELETE FROM calendar_feeds WHERE user_pk IN
        (SELECT pk FROM users WHERE issuer = ended_issuer AND subject = ended_subject);
      DELETE FROM email_changes WHERE account_pk IN (SELECT pk FROM accounts WHERE subject::text = ended_subject);
    END $$`.execute(db);
}
