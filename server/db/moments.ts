/**
 * A moment as it leaves the house, in ISO 8601 with milliseconds, written by the database: for lists, whose moments
 * are only passed on. Making a Date of each and a text of that takes longer than the rest of a small answer.
 * @param column of type timestamptz
 */
export function isoMoment(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
