import { type Kysely, sql } from 'kysely';
import { toSearchText } from '../search.ts';

/**
 * Lookups compare every word of the search text, and a name must resemble all of them: common words
 * ('university of') then narrow the results instead of adding more. Aliases of institutions have their own
 * column, so that a file without aliases does not remove the stored ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, key] of [
    ['institutions', 'unitid'],
    ['majors', 'pk'],
    ['schools', 'pk'],
  ] as const) {
    const name = sql.id(`similar_${table}`);
    await sql`DROP FUNCTION ${name} (text, integer)`.execute(db);
    // The operator reads its threshold from a setting, and only a function can set it for one statement.
    await sql`
      CREATE FUNCTION ${name} (wanted text, a text, b text, c text, d text, most integer)
      RETURNS TABLE (key integer, likeness real)
      LANGUAGE sql STABLE ROWS 20 SET pg_trgm.word_similarity_threshold = 0.45
      AS $$
        SELECT ${sql.id(key)}, strict_word_similarity(a, search)
          + CASE WHEN a = b THEN 0 ELSE strict_word_similarity(b, search) END
          + coalesce(strict_word_similarity(c, search), 0) + coalesce(strict_word_similarity(d, search), 0)
        FROM ${sql.id(table)}
        WHERE search %> a AND search %> b AND (c IS NULL OR search %> c) AND (d IS NULL OR search %> d)
          AND vanished_at IS NULL
        ORDER BY 2 DESC, similarity(wanted, search) DESC, 1 LIMIT most
      $$`.execute(db);
  }

  await sql`
    ALTER TABLE institutions
      ADD COLUMN name_search text NOT NULL DEFAULT '',
      ADD COLUMN alias_search text NOT NULL DEFAULT ''`.execute(db);
  await sql`UPDATE institutions SET name_search = search`.execute(db);
  const { rows } = await sql<{ unitid: number; instnm: string; alias: string }>`
    SELECT unitid, instnm, alias FROM institutions WHERE alias <> ''`.execute(db);
  for (const { unitid, instnm, alias } of rows) {
    await sql`
      UPDATE institutions SET name_search = ${toSearchText(instnm)}, alias_search = ${toSearchText(alias)}
      WHERE unitid = ${unitid}`.execute(db);
  }
  await sql`ALTER TABLE institutions DROP COLUMN search`.execute(db);
  await sql`
    ALTER TABLE institutions ADD COLUMN search text NOT NULL GENERATED ALWAYS AS (name_search || alias_search) STORED`.execute(
    db,
  );
  await sql`CREATE INDEX institutions_search ON institutions USING gin (search gin_trgm_ops)`.execute(db);
}
