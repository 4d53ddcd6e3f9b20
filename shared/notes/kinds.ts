/** The kinds of notes that the list can be filtered by. */
export const NOTE_KINDS = ['MEETING_NOTE', 'UNSENT_MEETING_NOTE'] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];
