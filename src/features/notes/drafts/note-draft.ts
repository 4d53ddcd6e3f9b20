import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import type { Draft } from '#src/lib/drafts/draft-store.ts';

/** What a person writes in the note form. */
export interface NoteValues {
  title: string;
  body: RichTextDocument;
  /** The global id of whom a plain note is about. */
  studentId: string | null;
}

/** What is wrong with which field of the note form; nothing where all is well. */
export type NoteErrors = { title?: string; body?: string };

/** The note as the server has it, as far as writing needs it. */
export interface StoredNote {
  id: string;
  pk: number;
  version: number;
  sent: boolean;
  values: NoteValues;
}

/** A note's text that the server does not have yet; its subject is one of {@link draftSubject}. */
export interface NoteDraft extends Draft {
  values: NoteValues;
  /** What the person started from; null for a note that does not exist yet. */
  base: StoredNote | null;
  /**
   * A save that was sent and whose answer never came, exactly as it was sent: repeating it with the same key makes
   * no second note, and a stored note that equals it is ours and no conflict.
   */
  attempt: { key: string; values: NoteValues } | null;
}

/** What a draft can be about: a new note, a stored one, or the meeting note of a booking. */
export const draftSubject = {
  newNote: 'new',
  note: (pk: number) => `note:${pk}`,
  meeting: (simplybookId: number) => `meeting:${simplybookId}`,
} as const;
