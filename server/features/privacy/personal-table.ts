/**
 * How a table declares its personal data (personal-data.ts has the declarations).
 *
 * Conditions and columns are SQL, and `$1` is the person's pk. Example: the table `essays` is
 *
 *     rows('Essays', 'student_pk = $1', { exportedToOthers: 'student_pk = $1 AND is_shared' })
 *
 * which exports all essays to the student and the shared ones to parents and staff, and deletes all with the account.
 */

/** What a table stores about a person, and what an export and a deletion do with it. */
export interface PersonalTable {
  /** The heading in the export. */
  title: string;

  // What an export contains (export-rows.repository.ts).
  /** The rows that the person gets; omitted for tables that are not exported, such as secrets. */
  exported?: string;
  /**
   * The rows that someone else gets who requests the export, such as a parent, whose pk is `$2`; omitted when only the
   * person can see the table.
   */
  exportedToOthers?: string;
  /** Columns that nobody gets: hashes of secrets, copies of other columns, and what only staff see. */
  hidden?: readonly string[];
  /** Columns that only the person gets. */
  hiddenFromOthers?: readonly string[];

  // What a deletion does to the person's own rows (erase.repository.ts).
  /** The rows to delete with the account. Rows that stay contain only numbers of people. */
  deleted?: string;
  /** Columns with the name of an author, which becomes 'Former mentor' in rows that stay. */
  authorNames?: readonly string[];

  // Which rows of other people a deletion deletes (quotes.repository.ts).
  /** Columns that can contain names and addresses of people: rows with the person's are deleted. */
  quotingColumns?: readonly string[];
  /**
   * Of these rows, those that stay, because they are about someone else with the same name. `$1` has the regular
   * expressions for name and address, `$2` the person's pk, `$3` the name, `$4` the keys of rows that are known to stay.
   */
  keptForNamesakes?: string;
  /** Rows about the person's meetings, whose topics can contain personal data: they are deleted, too. */
  aboutMeetings?: string;
}

/** A table without personal data, with the reason. */
export interface ImpersonalTable {
  noPersonalData: string;
}

/** Declares rows that everyone gets who can export the person's data, and that are deleted. */
export function rows(title: string, condition: string, more: Partial<PersonalTable> = {}): PersonalTable {
  return { title, exported: condition, exportedToOthers: condition, deleted: condition, ...more };
}

/** Declares rows that only the person gets, and that are deleted. */
export function ownRows(title: string, condition: string, more: Partial<PersonalTable> = {}): PersonalTable {
  return { title, exported: condition, deleted: condition, ...more };
}

/** Declares rows that nobody gets, and that are deleted. */
export function secret(title: string, condition: string): PersonalTable {
  return { title, deleted: condition };
}
