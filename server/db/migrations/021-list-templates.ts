import { type Kysely, sql } from 'kysely';

/** Templated lists that mentors saved. Those that ship with GoPath are in the code, with pks under 1000. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE list_templates (
      pk integer GENERATED ALWAYS AS IDENTITY (START WITH 1000) PRIMARY KEY,
      owner_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      title text NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
      description text NOT NULL,
      tasks jsonb NOT NULL,
      created_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX list_templates_of_owner ON list_templates (owner_pk)`.execute(db);
}
