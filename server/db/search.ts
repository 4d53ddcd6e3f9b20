/** Words that a lookup compares one by one; what comes after them only counts as a whole. */
const MAX_WORDS = 4;

/**
 * A name as lookups compare it: lower case, without accents and punctuation, and with a blank in front of every
 * word, so that `% mich%` finds the beginning of any word.
 */
export function toSearchText(text: string): string {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.map((word) => ` ${word}`).join('');
}

/** The parameters of a {@link lookupSql}: the text, its pattern as a prefix, and a pattern for each word. */
export function lookupValues(query: string): string[] {
  const text = toSearchText(query);
  const words = text.split(' ').filter((word) => word !== '');
  return [
    text.trim(),
    `${text}%`,
    ...Array.from({ length: MAX_WORDS }, (_, index) => (words[index] ? `% ${words[index]}%` : '%')),
  ];
}

/**
 * A lookup in one statement through the trigram index: names that begin with the text, then names that have all
 * its words (or beginnings of them), and only when these do not fill the answer, names that look like it.
 * The first six parameters come from {@link lookupValues}.
 */
export function lookupSql(lookup: {
  table: 'institutions' | 'majors' | 'schools';
  key: string;
  columns: string;
  limit: number;
  /** A further condition on the alias `entry`; its parameters start at $7. */
  condition?: string;
}): string {
  const { table, key, columns, limit, condition = 'true' } = lookup;
  return `
    WITH literal AS (
      SELECT entry.${key} AS key, CASE WHEN entry.search LIKE $2 THEN 0 ELSE 1 END AS rank,
        similarity($1, entry.search) AS likeness
      FROM ${table} AS entry
      WHERE entry.vanished_at IS NULL AND ${condition}
        AND (entry.search LIKE $2
          OR (entry.search LIKE $3 AND entry.search LIKE $4 AND entry.search LIKE $5 AND entry.search LIKE $6))
      ORDER BY rank, likeness DESC, key LIMIT ${limit}
    ), alike AS (
      SELECT found.key, 2 AS rank, found.likeness FROM similar_${table}($1, ${limit * 3}) AS found
      WHERE (SELECT count(*) FROM literal) < ${limit} AND found.key NOT IN (SELECT key FROM literal)
    )
    SELECT ${columns}
    FROM (SELECT * FROM literal UNION ALL SELECT * FROM alike) AS found
    JOIN ${table} AS entry ON entry.${key} = found.key
    WHERE ${condition}
    ORDER BY found.rank, found.likeness DESC, found.key LIMIT ${limit}`;
}
