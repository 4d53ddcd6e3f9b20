import { type Kysely, sql } from 'kysely';

/** The embedded identity provider, the web app's sessions, and rate limits shared by all processes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE accounts (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      subject uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
      email text NOT NULL CHECK (length(email) <= 254),
      password_hash text NOT NULL,
      first_name text NOT NULL CHECK (length(first_name) BETWEEN 1 AND 100),
      last_name text NOT NULL CHECK (length(last_name) BETWEEN 1 AND 100),
      verified_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE UNIQUE INDEX accounts_email ON accounts (lower(email))`.execute(db);
  await sql`
    CREATE TABLE account_links (
      token_hash text PRIMARY KEY,
      account_pk integer NOT NULL REFERENCES accounts ON DELETE CASCADE,
      purpose text NOT NULL CHECK (purpose IN ('verify', 'reset')),
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX account_links_of_account ON account_links (account_pk)`.execute(db);
  await sql`
    CREATE TABLE oidc_payloads (
      kind text NOT NULL,
      id_hash text NOT NULL,
      payload jsonb NOT NULL,
      account_id text,
      grant_id text,
      consumed_at timestamptz(3),
      expires_at timestamptz(3) NOT NULL,
      PRIMARY KEY (kind, id_hash)
    )`.execute(db);
  await sql`CREATE INDEX oidc_payloads_of_account ON oidc_payloads (account_id)`.execute(db);
  await sql`CREATE INDEX oidc_payloads_of_grant ON oidc_payloads (grant_id)`.execute(db);
  await sql`CREATE INDEX oidc_payloads_expired ON oidc_payloads (expires_at)`.execute(db);
  await sql`
    CREATE TABLE oidc_secrets (
      name text PRIMARY KEY,
      value jsonb NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`
    CREATE TABLE web_sessions (
      secret_hash text PRIMARY KEY,
      session_id text NOT NULL,
      refresh_token text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX web_sessions_by_session ON web_sessions (session_id)`.execute(db);
  await sql`CREATE INDEX web_sessions_expired ON web_sessions (expires_at)`.execute(db);
  await sql`CREATE INDEX revoked_sessions_age ON revoked_sessions (revoked_at)`.execute(db);
  await sql`
    CREATE TABLE rate_limits (
      key varchar(255) PRIMARY KEY,
      points integer NOT NULL DEFAULT 0,
      expire bigint
    )`.execute(db);
  await sql`CREATE INDEX rate_limits_expired ON rate_limits (expire)`.execute(db);
}
