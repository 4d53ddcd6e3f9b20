/** How much a note takes; without zod, for surfaces that load the checks late. */
export const NOTE_LIMITS = {
  /** NOTE-031 */
  title: 100,
  /** Notes deleted in one request. */
  deletions: 100,
  /** Characters of a search. */
  search: 200,
} as const;
