/** The SQL of the lookups of schools, majors and institutions, with one statement each. */
import { toSearchText } from '../../../db/search.ts';

/** The maximum number of words that a lookup compares one by one; the text as a whole includes the others. */
const MAX_WORDS = 4;

/** Minimum lengths of words compared by similarity: a shorter word with a typo shares almost no trigram. */
const SIMILAR_LENGTHS = [5, 3, 1];

/**
 * The lengths of words that are searched with swapped letters: shorter ones match too many names, longer ones make the
 * expression too long.
 */
const SWAPPABLE = { min: 4, max: 20 };

/** Returns the words for the similarity search, longest first: the index finds two, and the rest is compared. */
function similarWords(words: readonly string[], first: string): (string | null)[] {
  const long = SIMILAR_LENGTHS.map((length) => words.filter((word) => word.length >= length)).find(
    (found) => found.length > 0,
  );
  const [a = first, b = a, c = null, d = null] = (long ?? []).toSorted((x, y) => y.length - x.length);
  return [a, b, c, d];
}

/** Returns a regular expression for every swap of two neighboring letters: ' (ojhn|jhon|jonh)' for 'john'. */
function swappedLetters(word: string | null): string | null {
  if (word === null || word.length < SWAPPABLE.min || word.length > SWAPPABLE.max) return null;
  const variants = Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  );
  return ` (${variants.join('|')})`;
}

/**
 * Returns the parameters of a {@link lookupSql}: the text, the text as a prefix and as whole leading words, a pattern
 * for each word, the words that names must resemble, and these with swapped letters. Empty when the text has no letter
 * or digit.
 */
export function lookupValues(query: string): (string | null)[] {
  const text = toSearchText(query);
  const words = text.split(' ').filter((word) => word !== '');
  const [first] = words;
  if (first === undefined) return [];
  const places = Array.from({ length: MAX_WORDS }, (_, index) => index);
  const similar = similarWords(words, first);
  return [
    text.trim(),
    `${text}%`,
    `${text} %`,
    ...places.map((index) => (words[index] === undefined ? '%' : `% ${words[index]}%`)),
    ...similar,
    ...similar.map(swappedLetters),
  ];
}

/**
 * Returns a lookup in one statement through the trigram index. It finds, in this order: names that begin with the text
 * (whole words first; a leading 'the' is ignored), names with all its words or prefixes of them, and, to fill the page,
 * names with words similar to all of them. Within each group the largest comes first, then the shortest name. The first
 * fifteen parameters come from {@link lookupValues}.
 */
export function lookupSql(lookup: {
  table: 'institutions' | 'majors' | 'schools';
  key: string;
  /** The parts of `search`: the name, and its aliases. */
  names: readonly [string, ...string[]];
  columns: string;
  limit: number;
  /** An expression on the alias `entry`, to sort the largest first. */
  size?: string;
  /** A further condition on the alias `entry`, whose parameters start at $16. */
  condition?: string;
}): string {
  const { table, key, names, columns, limit, size = '0', condition = 'true' } = lookup;
  const startsWith = (pattern: string) =>
    names
      .flatMap((name) => [
        `entry.${name} || ' ' LIKE ${pattern}`,
        `entry.${name} || ' ' LIKE ' the' || ${pattern}`,
      ])
      .join(' OR ');
  return `
    WITH literal AS (
      SELECT entry.${key} AS key, CASE WHEN ${startsWith('$3')} THEN 0 WHEN ${startsWith('$2')} THEN 1 ELSE 2 END AS rank,
        0::double precision AS likeness, ${size} AS size, length(entry.${names[0]}) AS length
      FROM ${table} AS entry
      WHERE entry.vanished_at IS NULL AND ${condition}
        AND (entry.search LIKE $2
          OR (entry.search LIKE $4 AND entry.search LIKE $5 AND entry.search LIKE $6 AND entry.search LIKE $7))
      ORDER BY rank, size DESC, length, key LIMIT ${limit}
    ), similar_names AS (
      SELECT found.key, 3 AS rank, found.likeness, ${size} AS size, length(entry.${names[0]}) AS length
      FROM similar_${table}($1, $8, $9, $10, $11, $12, $13, $14, $15, ${limit * 3}) AS found
      JOIN ${table} AS entry ON entry.${key} = found.key
      WHERE (SELECT count(*) FROM literal) < ${limit} AND found.key NOT IN (SELECT key FROM literal)
    )
    SELECT ${columns}
    FROM (SELECT * FROM literal UNION ALL SELECT * FROM similar_names) AS found
    JOIN ${table} AS entry ON entry.${key} = found.key
    WHERE ${condition}
    ORDER BY found.rank, found.likeness DESC, found.size DESC, found.length, found.key LIMIT ${limit}`;
}
