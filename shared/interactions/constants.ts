/** The types of interactions (USER-023); `meeting` is one that mentor and student attended. */
export const INTERACTION_TYPES = ['task_activity', 'meeting_note', 'meeting'] as const;
export type InteractionType = (typeof INTERACTION_TYPES)[number];

/** The only order of the timeline: newest first (INT-020). */
export const INTERACTION_ORDERS = ['-createdAt'] as const;

/** The page size of the timeline (INT-007). */
export const INTERACTIONS_PAGE_SIZE = 10;

/**
 * The days without an interaction after which the chip of a student shows a warning (INT-023), then danger
 * (INT-024).
 */
export const DAYS_WITHOUT_INTERACTION = { warning: 5, danger: 10 } as const;
