/** How text finds tasks, students and notes: the same in the app and behind the keyword of the address bar. */

/** Characters of what is searched; more is left away. */
export const SEARCH_LENGTH = 100;

/** What was typed, as it is searched: trimmed, bounded, and without what no name can hold. */
export function searchWords(typed: string): string {
  return typed.replaceAll('\0', '').trim().slice(0, SEARCH_LENGTH).toWellFormed().trim();
}

/** The question for notes, one's own and those of others, whose title holds the words. */
export function notesTitled(words: string, count: number) {
  return { count, title_Icontains: words, includeOthers: true };
}

/** How well a name fits: not at all, it holds the words, its words begin with them, it begins with them, it is them. */
export const FIT = { none: 0, holds: 1, wordsBegin: 2, begins: 3, same: 4 } as const;
export type Fit = (typeof FIT)[keyof typeof FIT];

/** Without upper case and accents: 'jose' finds 'José'. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** How well a name fits what is searched; without words everything is held. */
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

/** Returns up to `limit` items whose name matches well enough, the best first and equals in their order. */
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
