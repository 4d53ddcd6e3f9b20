/** Limits and fixed values of lists and tasks. Free of libraries, so that the popup can import it. */

/** The actions in a task's history (TASK-013). */
export const TASK_ACTIONS = [
  'CREATE',
  'MOVE',
  'UPDATE_NAME',
  'UPDATE_BODY',
  'UPDATE_POINTS',
  'UPDATE_DUE_AT',
  'PARENT_COMPLETE',
  'COMPLETE',
  'UNCOMPLETE',
] as const;
export type TaskAction = (typeof TASK_ACTIONS)[number];

export const LIST_COLORS = ['blue', 'green', 'amber', 'red', 'violet', 'teal', 'pink', 'gray'] as const;
export type ListColor = (typeof LIST_COLORS)[number];

export const TASK_LIMITS = {
  /** Characters of a task's (TASK-025) and a list's (LIST-012) name. */
  name: 100,
  /** Characters of a line that becomes a task. */
  line: 500,
  /** Points of a task (TASK-027). */
  points: 100,
  pointsStep: 5,
  /** Open tasks of one list, steps not counted. */
  openTasks: 500,
  steps: 50,
  /** Lists of one owner. */
  lists: 200,
  favorites: 100,
  /** Templates of one mentor, and the tasks of one template. */
  templates: 100,
  templateTasks: 200,
} as const;

/** The page sizes of lists. */
export const PAGE_SIZES = {
  /** Entries of the history (TASK-020). */
  activities: 5,
  /** Completed tasks (LIST-006). */
  completed: 10,
  /** Upcoming tasks (UPC-002). */
  upcoming: 5,
  /** Lists to move a task to (TASK-036). */
  moveTargets: 6,
} as const;

/** How long a completed task is shown as recently completed (TASK-023). */
export const RECENTLY_COMPLETED_DAYS = 10;

/** How long a snackbar offers Undo. */
export const UNDO_MILLISECONDS = 10_000;

/** How long the server can restore a deleted task; longer than the snackbar, for slow networks. */
export const RESTORABLE_MILLISECONDS = 10 * 60_000;

/** A task cannot be due later. */
export const LAST_DUE_DATE = new Date('2100-01-01T00:00:00Z');

/** Messages for due dates (TASK-030). */
export const DUE_DATE_MESSAGES = { past: 'Due date must be in the future', invalid: 'Invalid date' } as const;
