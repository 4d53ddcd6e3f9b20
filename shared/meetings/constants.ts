/** After more days without a meeting, a mentor is alerted about a student. */
export const MAX_DAYS_WITHOUT_MEETING = 10;
