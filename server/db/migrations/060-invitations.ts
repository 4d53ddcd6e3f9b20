import { type Kysely, sql } from 'kysely';

/** Invitations, and how many more people each student can invite. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users ADD COLUMN invites_remaining integer NOT NULL DEFAULT 4
      CHECK (invites_remaining >= 0)`.execute(db);
  // Deleting the account of the inviter or of the invited person deletes the invitation.
  await sql`
    CREATE TABLE invitations (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      inviter_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      first_name text NOT NULL CHECK (length(first_name) BETWEEN 1 AND 100),
      last_name text NOT NULL CHECK (length(last_name) BETWEEN 1 AND 100),
      email text NOT NULL CHECK (length(email) <= 254),
      role text NOT NULL CHECK (role IN ('student', 'parent', 'mentor')),
      token_hash text NOT NULL UNIQUE,
      sends integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      accepted_at timestamptz(3),
      accepted_pk integer REFERENCES users ON DELETE CASCADE,
      revoked_at timestamptz(3),
      CHECK (accepted_at IS NULL OR revoked_at IS NULL)
    )`.execute(db);
  await sql`
    CREATE INDEX invitations_of_inviter ON invitations (inviter_pk, created_at DESC, pk DESC)
    WHERE revoked_at IS NULL`.execute(db);
  await sql`
    CREATE UNIQUE INDEX invitations_waiting ON invitations (inviter_pk, lower(email))
    WHERE accepted_at IS NULL AND revoked_at IS NULL`.execute(db);
  await sql`
    CREATE INDEX invitations_accepted_by ON invitations (accepted_pk)
    WHERE accepted_pk IS NOT NULL`.execute(db);
}
