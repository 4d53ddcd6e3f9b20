/** The bug reports of the dashboard: its statement contains this SQL. */
export { type ReportRow, selectOpenReports } from './bug-reports.repository.ts';
