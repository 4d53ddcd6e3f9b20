import { type Kysely, sql } from 'kysely';

/** One-time codes as a second factor of an account, and its recovery codes as hashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE second_factors (
      account_pk integer PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
      secret text NOT NULL CHECK (length(secret) <= 400),
      confirmed_at timestamptz(3),
      last_step bigint NOT NULL DEFAULT 0
    )`.execute(db);
  await sql`
    CREATE TABLE recovery_codes (
      account_pk integer NOT NULL REFERENCES second_factors ON DELETE CASCADE,
      code_hash text NOT NULL,
      PRIMARY KEY (account_pk, code_hash)
    )`.execute(db);
}
