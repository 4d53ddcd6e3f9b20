import { type Kysely, sql } from 'kysely';

/** Passkeys of accounts, and the challenges of unfinished requests. Recovery codes now belong to the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE passkeys (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_pk integer NOT NULL REFERENCES accounts ON DELETE CASCADE,
      credential_id text NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1400),
      public_key text NOT NULL CHECK (length(public_key) <= 4000),
      counter bigint NOT NULL,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      last_used_at timestamptz(3)
    )`.execute(db);
  await sql`CREATE INDEX passkeys_of_account ON passkeys (account_pk)`.execute(db);
  await sql`
    CREATE TABLE passkey_challenges (
      holder text PRIMARY KEY CHECK (length(holder) <= 200),
      challenge text NOT NULL,
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`
    ALTER TABLE recovery_codes
      DROP CONSTRAINT recovery_codes_account_pk_fkey,
      ADD CONSTRAINT recovery_codes_account_pk_fkey FOREIGN KEY (account_pk) REFERENCES accounts
        ON DELETE CASCADE`.execute(db);
}
