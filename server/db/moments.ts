/**
 * Returns SQL that formats a timestamp as ISO 8601 with milliseconds. For lists that only pass timestamps on:
 * converting each to a Date and back takes longer than the rest of a small response.
 * @param column of type timestamptz
 */
export function isoMoment(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
