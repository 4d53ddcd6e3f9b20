/** Dates of college applications: of a college on the roadmap, or of an essay. */
export const DEADLINE_KINDS = ['COLLEGE', 'ESSAY'] as const;
export type DeadlineKind = (typeof DEADLINE_KINDS)[number];

/** How far ahead the lists of deadlines look, and how long they keep showing missed ones. */
export const DEADLINE_DAYS = 30;

/** The maximum number of deadlines of one list. */
export const MAX_DEADLINES = 100;
