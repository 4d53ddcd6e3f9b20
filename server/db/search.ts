/**
 * Returns a name as lookups compare it: lower case, without accents and punctuation, and with a blank before every
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
