/**
 * The orders of the notes list in SQL, and the positions in them that cursors store.
 *
 * Input: a {@link NoteOrder}. Output: a {@link ListOrder}, and parts of statements from it. Example: '-updatedAt' is
 *
 *     notes.updated_at AS sort                                        the value that a row is sorted by
 *     ORDER BY notes.updated_at DESC, notes.pk DESC                   orderNotes
 *     (notes.updated_at, notes.pk) < ($2::timestamptz, $3::int)       isAfter
 */
import type { NoteOrder, NoteSort } from '#shared/notes/orders.ts';
import { isoMoment } from '../../db/moments.ts';

/** An order of the list. Rows with the same sort value are ordered by their pk. */
export interface ListOrder {
  /** The expression that rows are sorted by; an index of each branch has it. */
  column: string;
  type: 'text' | 'boolean' | 'timestamptz';
  direction: 'ASC' | 'DESC';
}

const SORTS: Record<NoteSort, Omit<ListOrder, 'direction'>> = {
  title: { column: 'lower(notes.title)', type: 'text' },
  createdAt: { column: 'notes.created_at', type: 'timestamptz' },
  updatedAt: { column: 'notes.updated_at', type: 'timestamptz' },
  sent: { column: 'notes.sent', type: 'boolean' },
  createdBy: { column: 'notes.author_name', type: 'text' },
  student: { column: 'notes.student_name', type: 'text' },
  mentor: { column: 'notes.mentor_name', type: 'text' },
};

/** Returns an order as SQL. */
export function listOrder(order: NoteOrder): ListOrder {
  const isDescending = order.startsWith('-');
  const sort = (isDescending ? order.slice(1) : order) as NoteSort;
  return { ...SORTS[sort], direction: isDescending ? 'DESC' : 'ASC' };
}

/** Returns the ORDER BY of rows of `notes`. */
export function orderNotes({ column, direction }: ListOrder): string {
  return `ORDER BY ${column} ${direction}, notes.pk ${direction}`;
}

/** Returns the ORDER BY of rows with the columns `sort` and `pk`. @param alias of these rows */
export function orderPositions({ direction }: ListOrder, alias: string): string {
  return `ORDER BY ${alias}.sort ${direction}, ${alias}.pk ${direction}`;
}

/** Returns the condition for rows of `notes` after a position. @param position the parameters with its values */
export function isAfter(
  { column, type, direction }: ListOrder,
  position: { sortValue: string; pk: string },
): string {
  const comparison = direction === 'DESC' ? '<' : '>';
  return `(${column}, notes.pk) ${comparison} (${position.sortValue}::${type}, ${position.pk}::int)`;
}

/** Returns a sort value in the format of cursors, which has the same order. @param sort the expression of the value */
export function cursorValue({ type }: ListOrder, sort: string): string {
  return type === 'timestamptz' ? `${isoMoment(sort)} COLLATE "C"` : sort;
}
