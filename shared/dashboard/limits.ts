/** The maximum number of rows of a section of the dashboard; each has a link to all. */
export const DASHBOARD_ROWS = 7;
