/** The students of the dashboard: its statement contains this SQL. */
export { selectByAttention } from './student-overview.sql.ts';
