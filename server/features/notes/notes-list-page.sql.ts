/**
 * A page of the notes list without a search, and its total count.
 *
 * Input: the {@link ReadableNotes} of a {@link NoteListQuery}. Output: a statement whose rows are {@link NoteRow}s with
 * their sort value, and the column "totalCount" if requested. Example: a mentor's first page is
 *
 *     SELECT page.* FROM (
 *       SELECT <columns of a note>, page.sort FROM (<first 11 positions>) AS page JOIN notes ON notes.pk = page.pk
 *     ) AS page ORDER BY page.sort DESC, page.pk DESC
 */
import { noteColumns } from './note-row.sql.ts';
import { cursorValue, orderNotes, orderPositions } from './notes-list-order.sql.ts';
import type { NoteListQuery } from './notes-list-query.ts';
import type { ReadableNotes } from './readable-notes.sql.ts';

/** Returns the SQL of a page without a search. */
export function selectPage(query: NoteListQuery, notes: ReadableNotes): string {
  const page = notes.isOwnOnly ? selectOwnNotes(query, notes) : selectNotes(query, notes);
  const order = orderPositions(notes.order, 'page');
  return query.withCount
    ? // An empty page still has a count, in a row without pk.
      `SELECT page.*, counted."totalCount" FROM (SELECT (${countNotes(query, notes)})::int AS "totalCount") AS counted
      LEFT JOIN (${page}) AS page ON true ${order}`
    : `SELECT page.* FROM (${page}) AS page ${order}`;
}

/** Selects the notes at the first positions of all branches. */
function selectNotes({ limit, withBody }: NoteListQuery, notes: ReadableNotes): string {
  return `SELECT ${noteColumns(notes.viewer, withBody)}, ${cursorValue(notes.order, 'page.sort')} AS sort
      FROM (${notes.firstPositions(limit)}) AS page JOIN notes ON notes.pk = page.pk`;
}

/** Selects the notes of a list that has only the viewer's own: without a union, the table is read once. */
function selectOwnNotes({ limit, withBody }: NoteListQuery, notes: ReadableNotes): string {
  const { order, viewer, filters, afterCursor } = notes;
  return `SELECT ${noteColumns(viewer, withBody)}, ${cursorValue(order, order.column)} AS sort
      FROM notes WHERE notes.author_pk = ${viewer}${filters}${afterCursor}
      ${orderNotes(order)} LIMIT ${limit}`;
}

/**
 * Counts the notes of the list, as a sum over the branches. Triggers keep the numbers of notes in `note_counts`, by
 * author, student and kind, because counting the notes themselves takes longer the more there are. Recipients and unsent
 * meeting notes have no stored number, and are few.
 */
function countNotes({ authorPk, studentPk, kind }: NoteListQuery, notes: ReadableNotes): string {
  const { viewer, mentored, filters } = notes;
  if (kind === 'UNSENT_MEETING_NOTE') {
    return `(SELECT count(*) FROM notes WHERE notes.author_pk = ${viewer}${filters})`;
  }
  const only = (column: string, pk: number | null) =>
    pk === null ? '' : ` AND ${column} = ${notes.bind(pk)}`;
  const counts: string[] = [];
  if (notes.hasOwn) {
    counts.push(`coalesce((SELECT sum(notes) FROM note_counts
        WHERE author_pk = ${viewer}${only('student_pk', studentPk)}${kind === null ? '' : ' AND is_meeting_note'}), 0)`);
  }
  if (mentored !== null) {
    counts.push(`coalesce((SELECT sum(notes) FROM note_counts
        WHERE student_pk = ANY(${mentored}::int[]) AND NOT is_meeting_note
          AND author_pk <> ${viewer}${only('author_pk', authorPk)}), 0)`);
  }
  if (notes.hasReceived) {
    counts.push(`(SELECT count(*) FROM note_recipients JOIN notes ON notes.pk = note_recipients.note_pk
        WHERE note_recipients.user_pk = ${viewer} AND notes.sent
          AND notes.author_pk <> ${viewer}${filters})`);
  }
  return counts.join(' + ');
}
