/** How search text matches tasks, students and notes, in the app and in the address bar. */

/** The maximum length of a search text; the rest is ignored. */
export const SEARCH_LENGTH = 100;

/** Normalizes a search text: trimmed, truncated, and without characters that no name can contain. */
export function normalizeSearch(typed: string): string {
  return typed.replaceAll('\0', '').trim().slice(0, SEARCH_LENGTH).toWellFormed().trim();
}

/** Returns the query variables for notes by all authors whose title matches. */
export function notesTitled(words: string, count: number) {
  return { count, title_Icontains: words, includeOthers: true };
}

/**
 * How well a name matches a text, in ascending order: not at all; it contains the text; its words begin with
 * the words of the text; it begins with the text; it equals the text.
 */
export const MATCH = { none: 0, contains: 1, wordPrefix: 2, prefix: 3, exact: 4 } as const;
export type Match = (typeof MATCH)[keyof typeof MATCH];

/** Removes case and accents: 'jose' finds 'José'. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

function splitWords(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** Returns how well a name matches; an empty text matches everything. */
export function matchOf(name: string, words: string): Match {
  const [own, wanted] = [plain(name), plain(words.trim())];
  if (wanted === '') return MATCH.contains;
  if (own === wanted) return MATCH.exact;
  if (own.startsWith(wanted)) return MATCH.prefix;
  const [ownWords, wantedWords] = [splitWords(own), splitWords(wanted)];
  if (wantedWords.length > 0 && wantedWords.every((word) => ownWords.some((one) => one.startsWith(word)))) {
    return MATCH.wordPrefix;
  }
  return own.includes(wanted) ? MATCH.contains : MATCH.none;
}

/** Returns up to `limit` items whose name matches well enough, best first, otherwise in their order. */
export function bestFirst<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  words: string,
  { atLeast = MATCH.contains, limit }: { atLeast?: Match; limit: number },
): Item[] {
  return items
    .map((item) => ({ item, match: matchOf(nameOf(item), words) }))
    .filter(({ match }) => match >= atLeast)
    .sort((a, b) => b.match - a.match)
    .slice(0, limit)
    .map(({ item }) => item);
}
