import { z } from 'zod';
import { idempotencyKey } from '../kernel/idempotency.ts';
import { isStorable, titleText } from '../kernel/text.ts';
import { isEmptyRichText } from '../rich-text/inspect.ts';
import { parseRichText } from '../rich-text/parse.ts';
import { NOTE_KINDS } from './kinds.ts';
import { NOTE_LIMITS } from './limits.ts';
import { DEFAULT_NOTE_ORDER, NOTE_ORDERS } from './orders.ts';

/** A body as JSON text or as the editor's value; the output is a clean document (NOTE-026, NOTE-032). */
export const noteBody = z.unknown().transform((value, context) => {
  if (value === undefined || value === null || value === '') {
    context.addIssue({ code: 'custom', message: 'Body is required' });
    return z.NEVER;
  }
  try {
    const document = parseRichText(value);
    if (!isEmptyRichText(document)) return document;
    context.addIssue({ code: 'custom', message: 'Body is required' });
  } catch {
    context.addIssue({ code: 'custom', message: 'Body contains something that cannot be stored' });
  }
  return z.NEVER;
});

/** The fields of the note form. */
export const noteFields = z.object({
  title: titleText({ name: 'Name', max: NOTE_LIMITS.title }),
  body: noteBody,
});

export const createNoteInput = noteFields.extend({
  /** Makes it the meeting note of this booked meeting. */
  simplybookId: z.int32().nullish(),
  /** The meeting that the text was typed for: the booking can be given to another student later. */
  meetingId: z.string().max(100).nullish(),
  /** The student a plain note is about. */
  studentId: z.string().max(100).nullish(),
  /** A repeated request with the same key returns the note of the first one. */
  idempotencyKey,
});

export const updateNoteInput = noteFields.extend({
  id: z.string(),
  /** The version that the change is based on; without it the change is unconditional. */
  version: z.int32().min(1).nullish(),
  /** Null removes the student; without it the student is unchanged. */
  studentId: z.string().max(100).nullish(),
});

export const deleteNotesInput = z.object({
  ids: z
    .array(z.string())
    .min(1, 'Choose at least one note')
    .max(NOTE_LIMITS.deletions, `At most ${NOTE_LIMITS.deletions} notes at once`),
});

const searchText = z
  .string()
  .max(NOTE_LIMITS.search, `Search for at most ${NOTE_LIMITS.search} characters`)
  .refine(isStorable, 'The search contains characters that no note has')
  .nullish()
  .transform((text) => (text === '' ? null : (text ?? null)));

const personId = z
  .string()
  .max(100)
  .nullish()
  .transform((id) => id ?? null);

/** The filters of `allNotes` (NOTE-013, NOTE-033). */
export const noteFilters = z.object({
  user: personId,
  student: personId,
  kind: z
    .enum(NOTE_KINDS)
    .nullish()
    .transform((kind) => kind ?? null),
  title_Icontains: searchText,
  body_Icontains: searchText,
  tq: searchText,
  bq: searchText,
  orderBy: z
    .enum(NOTE_ORDERS, 'Unknown sort order')
    .nullish()
    .transform((order) => order ?? DEFAULT_NOTE_ORDER),
  includeSelf: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
  includeOthers: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});
