/** The sort fields of the list (NOTE-014); a leading '-' reverses the order. */
export const NOTE_SORTS = [
  'title',
  'createdAt',
  'updatedAt',
  'sent',
  'createdBy',
  'student',
  'mentor',
] as const;
export type NoteSort = (typeof NOTE_SORTS)[number];
export type NoteOrder = NoteSort | `-${NoteSort}`;

/** Every sort order of the list. */
export const NOTE_ORDERS = NOTE_SORTS.flatMap((sort): NoteOrder[] => [sort, `-${sort}`]);

/** The default sort order (NOTE-015). */
export const DEFAULT_NOTE_ORDER: NoteOrder = '-updatedAt';
