import { type Kysely, sql } from 'kysely';

/**
 * Stores the people of the embedded provider without the server's address, so that they can sign in at another one.
 * People of an external provider keep its issuer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['users', 'web_sessions']) {
    await sql`
      UPDATE ${sql.table(table)} SET issuer = 'embedded'
      WHERE subject IN (SELECT subject::text FROM accounts)`.execute(db);
  }
}
