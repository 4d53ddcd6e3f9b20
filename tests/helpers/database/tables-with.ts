import type { Database } from '#server/db/database.ts';

/** Returns the tables, those of jobs included, with a row that contains a text in upper or lower case. */
export async function tablesWith(database: Database, text: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query(
      `SELECT FROM ${name} AS entry WHERE strpos(lower(entry::text), lower($1)) > 0 LIMIT 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
