/** How search text matches tasks, students and notes, in the app and in the address bar. */

/** The maximum length of a search text; the rest is ignored. */
export const SEARCH_LENGTH = 100;

/** Normalizes a search text: trimmed, truncated, and without characters that no name can contain. */
export function searchWords(typed: string): string {
  return typed.replaceAll('\0', '').trim().slice(0, SEARCH_LENGTH).toWellFormed().trim();
}

/** Returns the query variables for notes by all authors whose title matches. */
export function notesTitled(words: string, count: number) {
  return { count, title_Icontains: words, includeOthers: true };
}

/**
 * How well a name matches: not at all, contains the text, its words begin with the words, it begins with the text,
 * equals it.
 */
export const FIT = { none: 0, holds: 1, wordsBegin: 2, begins: 3, same: 4 } as const;
export type Fit = (typeof FIT)[keyof typeof FIT];

/** Removes case and accents: 'jose' finds 'José'. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** Returns how well a name matches; an empty text matches everything. */
export function fitOf(name: string, words: string): Fit {
  const [own, wanted] = [plain(name), plain(words.trim())];
  if (wanted === '') return FIT.holds;
  if (own === wanted) return FIT.same;
  if (own.startsWith(wanted)) return FIT.begins;
  const [ownWords, wantedWords] = [wordsOf(own), wordsOf(wanted)];
  if (wantedWords.length > 0 && wantedWords.every((word) => ownWords.some((one) => one.startsWith(word)))) {
    return FIT.wordsBegin;
  }
  return own.includes(wanted) ? FIT.holds : FIT.none;
}

/** Returns up to `limit` items whose name matches well enough, best first, otherwise in their order. */
export function bestFirst<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
  words: string,
  { atLeast = FIT.holds, most }: { atLeast?: Fit; most: number },
): Thing[] {
  return things
    .map((thing) => ({ thing, fit: fitOf(nameOf(thing), words) }))
    .filter(({ fit }) => fit >= atLeast)
    .sort((a, b) => b.fit - a.fit)
    .slice(0, most)
    .map(({ thing }) => thing);
}
