/** What the control 'Who can see this' explains. */
export const VISIBLE_KINDS = ['note', 'list', 'roadmap', 'rating', 'interactions'] as const;
export type VisibleKind = (typeof VISIBLE_KINDS)[number];
