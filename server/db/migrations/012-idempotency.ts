import { type Kysely, sql } from 'kysely';

/** Responses of create requests, so that a retry after a lost response does not create a second object. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE idempotency_keys (
      user_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      key uuid NOT NULL,
      request_hash text NOT NULL,
      answer jsonb,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (user_pk, key)
    )`.execute(db);
  await sql`CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at)`.execute(db);
}
