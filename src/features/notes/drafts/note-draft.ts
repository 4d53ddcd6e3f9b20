import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { settleWriters } from '#src/lib/drafts/open-writers.ts';
import type { NoteDetail, NoteSummary } from '../queries.ts';
import type { TextDraft } from '#src/lib/drafts/text-session-state.ts';

/** The values of the note form. */
export interface NoteValues {
  title: string;
  body: RichTextDocument;
  /** The global id of the student that a plain note is about. */
  studentId: string | null;
  /** The global id of the meeting that a meeting note is typed for. Drafts of earlier versions do not have it. */
  meetingId?: string;
}

/** The first error of each field of the note form. */
export type NoteErrors = { title?: string; body?: string };

/** The part of a stored note that the editor needs. */
export interface StoredNote {
  id: string;
  pk: number;
  version: number;
  sent: boolean;
  values: NoteValues;
}

/** Returns the editable part of a note. */
export function toStoredNote(note: NoteDetail): StoredNote {
  return {
    id: note.id,
    pk: note.pk,
    version: note.version,
    sent: note.meetingNote?.sent ?? false,
    values: {
      title: note.title,
      body: note.body,
      studentId: note.isMeetingNote ? null : (note.student?.id ?? null),
      meetingId: note.meetingNote?.simplybookmeeting?.id,
    },
  };
}

/** Returns the values as the server stores them. */
export function trimmedNote(values: NoteValues): NoteValues {
  return { ...values, title: values.title.trim() };
}

/** The text of a note that the server does not have yet. Its subject is one of {@link draftSubject}. */
export type NoteDraft = TextDraft<NoteValues, StoredNote>;

/** The subjects of note drafts: a new note, a stored one, or the meeting note of a booking. */
export const draftSubject = {
  newNote: 'new',
  note: (pk: number) => `note:${pk}`,
  meeting: (simplybookId: number) => `meeting:${simplybookId}`,
} as const;

/** Returns the subject of the drafts of a note or of a booking's meeting note. */
export function noteDraftSubject(note: { pk: number } | null, simplybookId: number | null): string {
  if (simplybookId !== null) return draftSubject.meeting(simplybookId);
  return note === null ? draftSubject.newNote : draftSubject.note(note.pk);
}

/** Returns the subject of a stored note's drafts. */
export function storedNoteSubject(note: Pick<NoteSummary, 'pk' | 'meetingNote'>): string {
  return noteDraftSubject(note, note.meetingNote?.simplybookmeeting?.simplybookId ?? null);
}

/** Returns the newest draft about a subject, for a screen without an editor; null when there is none. */
export async function findNoteDraft(owner: string, subject: string): Promise<NoteDraft | null> {
  await settleWriters();
  return (await draftStore.about<NoteDraft>(owner, subject))[0] ?? null;
}
