/** How much was found, for who does not see it. */
export function countInWords(count: number): string {
  return count === 1 ? '1 result' : `${count} results`;
}
