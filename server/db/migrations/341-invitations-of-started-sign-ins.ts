import { type Kysely, sql } from 'kysely';

/** Replaces the tokens of opened invitations in started sign-ins by their hashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE oidc_payloads SET payload = jsonb_set(payload, '{params,invitation}', to_jsonb(
      rtrim(translate(encode(sha256(convert_to(payload->'params'->>'invitation', 'UTF8')), 'base64'), '+/', '-_'), '=')))
    WHERE kind = 'Interaction' AND payload->'params'->>'invitation' IS NOT NULL`.execute(db);
}
