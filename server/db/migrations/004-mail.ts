import { type Kysely, sql } from 'kysely';

/** The outbox of emails: rows are written in the transaction that causes the email, and sent after it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE mails (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      key text NOT NULL UNIQUE CHECK (length(key) <= 300),
      "to" text NOT NULL CHECK (length("to") <= 254),
      subject text NOT NULL CHECK (length(subject) <= 300),
      text text NOT NULL,
      html text NOT NULL,
      headers jsonb NOT NULL DEFAULT '{}',
      state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
      attempts integer NOT NULL DEFAULT 0,
      claimed_until timestamptz(3),
      last_error text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      sent_at timestamptz(3)
    )`.execute(db);
  await sql`CREATE INDEX mails_newest ON mails (created_at DESC, pk DESC)`.execute(db);
}
