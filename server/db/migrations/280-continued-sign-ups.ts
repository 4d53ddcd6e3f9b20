import { type Kysely, sql } from 'kysely';

/** Sign-ups that continue after the account was created. The session in the address is stored as a hash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE continued_sign_ups (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      session_hash text NOT NULL UNIQUE,
      email text NOT NULL CHECK (length(email) <= 254),
      user_pk integer REFERENCES users ON DELETE CASCADE,
      answers jsonb,
      completed_at timestamptz(3),
      expires_at timestamptz(3) NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX continued_sign_ups_of_user ON continued_sign_ups (user_pk)`.execute(db);
}
