import { type Kysely, sql } from 'kysely';

/**
 * Lookups accept swapped letters ('Jonhs Hopkins'), which trigrams miss in short words, and put the institution with
 * the most students first among equally similar names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, key, bySize] of [
    ['institutions', 'unitid', 'coalesce(ugds, 0) DESC,'],
    ['majors', 'pk', ''],
    ['schools', 'pk', ''],
  ] as const) {
    const name = sql.id(`similar_${table}`);
    await sql`DROP FUNCTION ${name} (text, text, text, text, text, integer)`.execute(db);
    // a to d are words; each swapped_ is a regular expression for the word with two letters swapped, or NULL.
    await sql`
      CREATE FUNCTION ${name} (
        wanted text, a text, b text, c text, d text,
        swapped_a text, swapped_b text, swapped_c text, swapped_d text, most integer
      )
      RETURNS TABLE (key integer, likeness double precision)
      LANGUAGE sql STABLE ROWS 20 SET pg_trgm.word_similarity_threshold = 0.45
      AS $$
        SELECT ${sql.id(key)},
          greatest(strict_word_similarity(a, search), (search ~ swapped_a)::integer * 0.9)
          + CASE WHEN a = b THEN 0
            ELSE greatest(strict_word_similarity(b, search), (search ~ swapped_b)::integer * 0.9) END
          + coalesce(greatest(strict_word_similarity(c, search), (search ~ swapped_c)::integer * 0.9), 0)
          + coalesce(greatest(strict_word_similarity(d, search), (search ~ swapped_d)::integer * 0.9), 0)
          + strict_word_similarity(wanted, search)
        FROM ${sql.id(table)}
        WHERE (search %> a OR search ~ swapped_a) AND (search %> b OR search ~ swapped_b)
          AND (c IS NULL OR search %> c OR search ~ swapped_c) AND (d IS NULL OR search %> d OR search ~ swapped_d)
          AND vanished_at IS NULL
        ORDER BY 2 DESC, ${sql.raw(bySize)} similarity(wanted, search) DESC, 1 LIMIT most
      $$`.execute(db);
  }
}
