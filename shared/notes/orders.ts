/** What the list is sorted by (NOTE-014); a '-' in front turns it round. */
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

/** NOTE-015 */
export const DEFAULT_NOTE_ORDER: NoteOrder = '-updatedAt';
