import { isSameRichText } from '#shared/rich-text/same.ts';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import type { EssayDetail } from './queries.ts';

/** The text of an essay, which saves automatically. */
export interface EssayValues {
  title: string;
  body: RichTextDocument;
  /** The student of the essay. Drafts of earlier versions do not have it. */
  studentPk?: number;
  /** When an older version was restored, in milliseconds. A save with another restore starts a version. */
  restoredAt?: number;
}

/** The part of a stored essay that the editor needs. */
export interface StoredEssay {
  id: string;
  pk: number;
  version: number;
  values: EssayValues;
}

/** Returns the subject of the drafts of an essay. */
export function essayDraftSubject({ pk }: { pk: number }): string {
  return `essay:${pk}`;
}

/** Returns the subject of the draft of an essay's details. */
export function detailsDraftSubject({ pk }: { pk: number }): string {
  return `essay-details:${pk}`;
}

/** Returns the subject of the draft of a comment on an essay. */
export function commentDraftSubject(essayId: string): string {
  return `essay-comment:${essayId}`;
}

/** Returns the part of an essay that the editor needs. */
export function toStoredEssay({ id, pk, version, title, body, student }: EssayDetail): StoredEssay {
  return { id, pk, version, values: { title, body, studentPk: student.pk } };
}

/** Returns the values as the server stores them. */
export function trimmedEssay(values: EssayValues): EssayValues {
  return { ...values, title: values.title.trim() };
}

/** Returns whether two texts have the same content. */
export function isSameEssay(a: EssayValues, b: EssayValues): boolean {
  return a.title.trim() === b.title.trim() && isSameRichText(a.body, b.body);
}
