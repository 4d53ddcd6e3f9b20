/** The tasks of the dashboard: its statement contains this SQL, and its rows are presented here. */
export type { Task } from './tasks.model.ts';
export { type PinnedStudent, toPinnedStudent, toUpcomingPage } from './tasks.queries.ts';
export { type PinnedRow, selectPinned, type TaskRow, upcomingTasksJson } from './tasks.sql.ts';
