import { type Kysely, sql } from 'kysely';

/** Indexes of the user search: word and email prefixes by LIKE, misspelled names by trigrams. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX users_word_search ON users USING gin ((' ' || lower(full_name)) gin_trgm_ops)`.execute(db);
  await sql`CREATE INDEX users_email_search ON users (lower(email) text_pattern_ops)`.execute(db);
  // The operator reads its threshold from a setting, and only a function can set it for one statement.
  await sql`
    CREATE FUNCTION similar_users (wanted text, most integer)
    RETURNS TABLE (pk integer, likeness real)
    LANGUAGE sql STABLE ROWS 20 SET pg_trgm.word_similarity_threshold = 0.35
    AS $$
      SELECT users.pk, word_similarity(wanted, full_name)
      FROM users WHERE full_name %> wanted AND disabled_at IS NULL
      ORDER BY 2 DESC, lower(full_name), 1 LIMIT most
    $$`.execute(db);
}
