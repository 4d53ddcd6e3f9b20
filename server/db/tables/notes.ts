import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Role } from '#shared/kernel/roles.ts';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';

/** A generated column. */
type Computed<T> = ColumnType<T, never, never>;

export interface NoteTables {
  notes: {
    pk: Generated<number>;
    authorPk: number;
    studentPk: number | null;
    /** Makes the note a meeting note. */
    bookedMeetingPk: number | null;
    title: string;
    body: JSONColumnType<RichTextDocument>;
    htmlBody: string;
    /** The body without markup, for search. */
    textBody: string;
    /** Incremented by each change; a save contains the version it is based on. */
    version: Generated<number>;
    sentAt: Date | null;
    createdAt: Date;
    updatedAt: Date;
    /** The words of title and body that `tq` and `bq` search. */
    titleWords: Computed<string>;
    bodyWords: Computed<string>;
    sent: Computed<boolean>;
    authorName: Computed<string>;
    studentName: Computed<string>;
    mentorName: Computed<string>;
  };
  /** The recipients of a sent meeting note at the time of sending. */
  noteRecipients: { notePk: number; userPk: number; kind: Role };
  /** Set by triggers. */
  noteCounts: {
    authorPk: Computed<number>;
    studentPk: Computed<number>;
    isMeetingNote: Computed<boolean>;
    notes: Computed<number>;
  };
}
