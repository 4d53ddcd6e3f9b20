import { type Kysely, sql } from 'kysely';

/** A college has no admission category until a mentor chooses one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE colleges
    ALTER COLUMN admission_category DROP DEFAULT, ALTER COLUMN admission_category DROP NOT NULL`.execute(db);
}
