/** Returns filters as search parameters; undefined and null ones are omitted. */
export function searchOf(filters: object): Record<string, string> {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
