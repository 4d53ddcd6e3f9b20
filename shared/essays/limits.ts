/** The limits of essays, without zod for screens that load the validation later. */
export const ESSAY_LIMITS = {
  /** Characters of a title. */
  title: 100,
  /** Characters of a prompt. */
  prompt: 2_000,
  /** The largest word limit of a prompt. */
  words: 5_000,
  /** Essays of one student. */
  essays: 100,
  /** Characters of a comment, and of the passage that it quotes. */
  comment: 2_000,
  quote: 1_000,
  /** Characters stored before and after the passage, to find it again. */
  context: 40,
  /** Comments on one essay. */
  comments: 500,
} as const;

/** The minimum time between two versions in the history (SHEL-007). */
export const VERSION_INTERVAL_MS = 2 * 60_000;

/** The stages of an essay, in order. */
export const ESSAY_STATUSES = ['IDEA', 'DRAFT', 'REVIEW', 'DONE'] as const;
export type EssayStatus = (typeof ESSAY_STATUSES)[number];

export const ESSAY_STATUS_NAMES: Readonly<Record<EssayStatus, string>> = {
  IDEA: 'Idea',
  DRAFT: 'Draft',
  REVIEW: 'In review',
  DONE: 'Done',
};
