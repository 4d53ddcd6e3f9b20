/**
 * JSON built by the database, so that one statement returns an object with all related rows. The functions
 * convert a subselect: `json_build_object` is slower, because it checks the type of each value of each row.
 */

/** Returns SQL for the rows of a select as a JSON array in the select's order, with its column names as keys. */
export function jsonRows(select: string): string {
  return `(SELECT coalesce(json_agg(entry), '[]') FROM (${select}) AS entry)`;
}

/** Returns SQL for the single row of a select as a JSON object; null when there is none. */
export function jsonRow(select: string): string {
  return `(SELECT row_to_json(entry) FROM (${select}) AS entry)`;
}
