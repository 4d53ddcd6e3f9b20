/** Returns the number of results, for screen readers. */
export function countInWords(count: number): string {
  return count === 1 ? '1 result' : `${count} results`;
}
