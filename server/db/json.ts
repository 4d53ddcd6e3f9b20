/**
 * Sets and objects within a row, made by the database: one statement answers a thing with all that belongs to it.
 * From a subselect, whose columns are named once: that is quicker than `json_build_object`, which looks at the type of
 * each value of each row.
 */

/** The rows of a select as a JSON array, in the order of the select; the names of its columns are the keys. */
export function jsonRows(select: string): string {
  return `(SELECT coalesce(json_agg(entry), '[]') FROM (${select}) AS entry)`;
}

/** The one row of a select as a JSON object; null when there is none. */
export function jsonRow(select: string): string {
  return `(SELECT row_to_json(entry) FROM (${select}) AS entry)`;
}
