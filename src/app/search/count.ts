/** Returns the number of results, for screen readers. */
export function resultCountText(count: number): string {
  return count === 1 ? '1 result' : `${count} results`;
}
