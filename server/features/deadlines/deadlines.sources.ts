/** The deadlines of the dashboard: its statement contains this SQL. */
export { type DeadlineRow, selectUpcomingDeadlines } from './deadlines.repository.ts';
