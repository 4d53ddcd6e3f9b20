/** What 'Who can see this' can explain. */
export const VISIBLE_KINDS = ['note', 'essay', 'list', 'roadmap', 'rating', 'interactions'] as const;
export type VisibleKind = (typeof VISIBLE_KINDS)[number];
