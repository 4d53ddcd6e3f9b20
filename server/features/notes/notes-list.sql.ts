/**
 * The statements of the notes list: one per page, for every order, filter and search, and one that counts matches.
 *
 * Input: a {@link NoteListQuery}. Output: SQL with the values of its parameters. It is built in these files:
 *
 *     notes-list-query.ts       what the list is asked for
 *     note-row.sql.ts           the columns of a note
 *     notes-list-order.sql.ts   ORDER BY, and the condition for rows after a cursor
 *     readable-notes.sql.ts     the notes that the viewer can read, and the filters
 *     notes-list-page.sql.ts    a page without a search, and its count
 *     notes-list-search.sql.ts  a page of a search, and the count of its matches
 */
import { selectPage } from './notes-list-page.sql.ts';
import { countMatches, selectSearchPage } from './notes-list-search.sql.ts';
import { isSearching, type NoteListQuery } from './notes-list-query.ts';
import { ReadableNotes } from './readable-notes.sql.ts';

/** A statement of the list. */
interface Statement {
  text: string;
  values: readonly unknown[];
}

/**
 * Returns the statement of a page: one row more than the page shows, each with its sort value, and the total count if
 * requested. A page of a search has the columns "scannedPk" and "scannedSort" instead of the count: the position where
 * a scan without an index ended. Returns null when the list is always empty.
 */
export function listStatement(query: NoteListQuery): Statement | null {
  const notes = new ReadableNotes(query);
  if (notes.isEmpty) return null;
  const text = isSearching(query) ? selectSearchPage(query, notes) : selectPage(query, notes);
  return { text, values: notes.values };
}

/** Returns the statement that counts the matches of a search up to a limit; null when nothing can match. */
export function searchCountStatement(query: NoteListQuery): Statement | null {
  // Every order has the same count; this one has an index in each branch.
  const notes = new ReadableNotes({ ...query, after: null, order: '-updatedAt' });
  return notes.isEmpty ? null : { text: countMatches(query, notes), values: notes.values };
}
