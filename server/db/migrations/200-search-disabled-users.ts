import { type Kysely, sql } from 'kysely';

/**
 * Lets the search for misspelled names include disabled people. The new function has a third parameter and
 * replaces the old one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION similar_users (wanted text, most integer, with_disabled boolean)
    RETURNS TABLE (pk integer, likeness real)
    LANGUAGE sql STABLE ROWS 20 SET pg_trgm.word_similarity_threshold = 0.35
    AS $$
      SELECT users.pk, word_similarity(wanted, full_name)
      FROM users WHERE full_name %> wanted AND (disabled_at IS NULL OR with_disabled)
      ORDER BY 2 DESC, lower(full_name), 1 LIMIT most
    $$`.execute(db);
}
