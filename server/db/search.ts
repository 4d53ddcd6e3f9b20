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

/** How long words are that a name has to look like: in a shorter one, a slip leaves hardly a trigram. */
const ALIKE_LENGTHS = [5, 3, 1];

/** The words that names are to look like, the longest first: the index is asked for two, and the rest is compared. */
function alike(words: readonly string[], first: string): (string | null)[] {
  const long = ALIKE_LENGTHS.map((length) => words.filter((word) => word.length >= length)).find(
    (found) => found.length > 0,
  );
  const [a = first, b = a, c = null, d = null] = (long ?? []).toSorted((x, y) => y.length - x.length);
  return [a, b, c, d];
}

/**
 * The parameters of a {@link lookupSql}: the text, the same as a prefix and as whole words in front, a pattern for each word, and the words that names are to
 * look like; none when the text is nothing but signs.
 */
export function lookupValues(query: string): (string | null)[] {
  const text = toSearchText(query);
  const words = text.split(' ').filter((word) => word !== '');
  const [first] = words;
  if (first === undefined) return [];
  const places = Array.from({ length: MAX_WORDS }, (_, index) => index);
  return [
    text.trim(),
    `${text}%`,
    `${text} %`,
    ...places.map((index) => (words[index] === undefined ? '%' : `% ${words[index]}%`)),
    ...alike(words, first),
  ];
}

/**
 * A lookup in one statement through the trigram index: names that begin with the text, whole words before beginnings,
 * then names that have all its words (or beginnings of them), the shortest first, and only when these do not fill the
 * answer, names with words that look like all of them. The first eleven parameters come from {@link lookupValues}.
 */
export function lookupSql(lookup: {
  table: 'institutions' | 'majors' | 'schools';
  key: string;
  /** What `search` consists of: the name, and what else it is called. */
  names: readonly [string, ...string[]];
  columns: string;
  limit: number;
  /** A further condition on the alias `entry`; its parameters start at $12. */
  condition?: string;
}): string {
  const { table, key, names, columns, limit, condition = 'true' } = lookup;
  const any = (test: (name: string) => string) => names.map((name) => test(`entry.${name}`)).join(' OR ');
  return `
    WITH literal AS (
      SELECT entry.${key} AS key, CASE WHEN ${any((name) => `${name} || ' ' LIKE $3`)} THEN 0
          WHEN ${any((name) => `${name} LIKE $2`)} THEN 1 ELSE 2 END AS rank,
        -length(entry.${names[0]})::real AS likeness
      FROM ${table} AS entry
      WHERE entry.vanished_at IS NULL AND ${condition}
        AND (entry.search LIKE $2
          OR (entry.search LIKE $4 AND entry.search LIKE $5 AND entry.search LIKE $6 AND entry.search LIKE $7))
      ORDER BY rank, likeness DESC, key LIMIT ${limit}
    ), alike AS (
      SELECT found.key, 3 AS rank, found.likeness
      FROM similar_${table}($1, $8, $9, $10, $11, ${limit * 3}) AS found
      WHERE (SELECT count(*) FROM literal) < ${limit} AND found.key NOT IN (SELECT key FROM literal)
    )
    SELECT ${columns}
    FROM (SELECT * FROM literal UNION ALL SELECT * FROM alike) AS found
    JOIN ${table} AS entry ON entry.${key} = found.key
    WHERE ${condition}
    ORDER BY found.rank, found.likeness DESC, found.key LIMIT ${limit}`;
}
