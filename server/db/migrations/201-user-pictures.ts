import { type Kysely, sql } from 'kysely';

/** People can have a picture. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN picture text UNIQUE REFERENCES files ON DELETE SET NULL`.execute(db);
}
