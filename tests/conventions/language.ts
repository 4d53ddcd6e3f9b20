/** Avoided words in docs and code, with their replacements. */

/** A word or phrase and its replacement. */
export const AVOIDED: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\banew\b/i, "'again', or name what happens"],
  [/\bthe own\b/i, "'your own', 'their own', or a name"],
  [/\bown ones\b/i, "'their own', or name them"],
  [/\bstands? here\b/i, "'appears here'"],
  [/\bwhom\b/i, "'who', or turn the sentence around"],
  [/\bfor who\b/i, "'for people who'"],
  [/\bby themselves\b/i, "'automatically'"],
  [/\bgoes with it\b/i, "'is deleted too'"],
  [/\bmeanwhile\b/i, "'in between', 'by someone else', or delete it"],
  [/\bdoomed\b/i, "'to delete'"],
  [/\bbrought up\b/i, "'shown' or 'reminded'"],
  [/\bsomebody\b/i, "'someone', or name the role"],
  [/\beverybody\b/i, "'everyone', or name the roles"],
  [/\bof the system\b/i, "'system' before the noun: 'system theme'"],
  [/\bbeside the clock\b/i, "'desktop notification'"],
  [/\btold\b/i, "'notified' or 'shown'"],
  [/\b(?:of its own|of their own)\b(?! \w)/i, "'separate', or 'its own' before the noun"],
  [/\ball the same\b/i, "'still', or delete it"],
  [/\bunder way\b/i, "'pending' or 'running'"],
  [/\bleft away\b/i, "'omitted'"],
  [/\bput off\b/i, "'snoozed', 'postponed' or 'delayed'"],
  [/\bgoes on\b/i, "'continues'"],
  [/(?<!-)\balike\b/i, "'the same' or 'equally'"],
  [/\banybody\b/i, "'anyone', or name the roles"],
  [/\bfor those (?:who|that)\b/i, "'for people who'"],
  [/\bonce more\b/i, "'again'"],
  [/\bthe former\b/i, "'the previous'"],
  [/\bwhat (?:has expired|was typed)\b/i, "a noun: 'expired rows', 'the typed text'"],
  [/\bwhat is wrong\b/i, "'the error'"],
  [/\bas it came\b/i, "'unchanged'"],
  [/\bby itself\b/i, "'automatically'"],
  [/\bthose who\b/i, "'people who', or name the role"],
  [/\bthe most (?:meetings|people|characters|rows|days|requests)\b/i, "'the maximum number of'"],
  [/\bcannot answer now\b/i, "'is not responding'"],
];

const ANY = new RegExp(AVOIDED.map(([{ source }]) => source).join('|'), 'i');

/** Returns the avoided words of a text, each as `line: word -> replacement`. */
export function avoidedWords(text: string): string[] {
  const words = spaced(text);
  if (!ANY.test(words)) return [];
  return words.split('\n').flatMap((line, index) =>
    AVOIDED.flatMap(([phrase, instead]) => {
      const found = phrase.exec(line);
      return found === null ? [] : [`${index + 1}: '${found[0]}' -> write ${instead}`];
    }),
  );
}

/** Splits names into words, so that `doomedLists` and `late_somebody` are found too. */
function spaced(text: string): string {
  return text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
}
