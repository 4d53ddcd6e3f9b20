/**
 * Normalizes a name for lookups: lower case, no accents or punctuation, and a space before every word, so that `%
 * mich%` matches the beginning of any word.
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
