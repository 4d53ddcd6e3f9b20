/** The limits of a note, without zod for surfaces that load the validation later. */
export const NOTE_LIMITS = {
  /** Characters of a title (NOTE-031). */
  title: 100,
  /** Notes deleted in one request. */
  deletions: 100,
  /** Characters of a search. */
  search: 200,
} as const;
