import { type Kysely, sql } from 'kysely';

/**
 * The reasons why accounts were disabled and enabled. The security log, which contains no texts, records the
 * changes themselves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE account_state_changes (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      actor_pk integer REFERENCES users ON DELETE SET NULL,
      action text NOT NULL CHECK (action IN ('disable', 'enable')),
      reason text NOT NULL CHECK (length(reason) <= 500),
      created_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX account_state_changes_of_user ON account_state_changes (user_pk, pk)`.execute(db);
  await sql`CREATE INDEX account_state_changes_of_actor ON account_state_changes (actor_pk)`.execute(db);
}
