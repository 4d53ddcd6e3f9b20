/** What the notes list is asked for: the input of every statement of the list. */
import type { NoteKind } from '#shared/notes/kinds.ts';
import type { NoteOrder } from '#shared/notes/orders.ts';

/** The value that a row is sorted by. */
export type SortValue = string | boolean;

/** A position in the list: the sort value and the primary key of a row. */
export interface NotePosition {
  sortValue: SortValue;
  pk: number;
}

/** The texts that a note must contain; null for no condition. */
export interface NoteSearch {
  titleContains: string | null;
  bodyContains: string | null;
  /** Words in any form and order, such as 'essay' for 'Essays'. */
  titleWords: string | null;
  bodyWords: string | null;
}

/** The filter, order and page of the notes list for one viewer. */
export interface NoteListQuery {
  viewerPk: number;
  /** Students whose other mentors' notes the viewer can read. */
  mentoredPks: readonly number[];
  includeSelf: boolean;
  includeOthers: boolean;
  authorPk: number | null;
  studentPk: number | null;
  /** Null lists plain notes and meeting notes. */
  kind: NoteKind | null;
  search: NoteSearch;
  order: NoteOrder;
  after: NotePosition | null;
  /** The rows to read: one more than the page shows. */
  limit: number;
  withBody: boolean;
  withCount: boolean;
}

/** Returns whether the list is filtered by text. */
export function isSearching({ search }: NoteListQuery): boolean {
  return Object.values(search).some((text) => text !== null);
}
