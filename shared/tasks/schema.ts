/** The rules of lists and tasks: limits, error messages and REST input. Forms and the server share the schemas. */
import { z } from 'zod';
import { idempotencyKey } from '../kernel/idempotency.ts';
import { MAX_PK } from '../kernel/ids.ts';
import { titleText } from '../kernel/text.ts';
import { isEmptyRichText } from '../rich-text/inspect.ts';
import { parseRichText } from '../rich-text/parse.ts';
import { RICH_TEXT_MAX_BYTES } from '../rich-text/schema.ts';
import { DUE_DATE_MESSAGES, LAST_DUE_DATE, LIST_COLORS, TASK_LIMITS } from './constants.ts';
import { parseRecurrence, type Recurrence } from './recurrence-rule.ts';

const orNull = <Value>(value: Value | null | undefined): Value | null => value ?? null;

const pk = z.int().min(1).max(MAX_PK);

const globalId = z.string().max(100);

/** A task's name (TASK-024, TASK-025). */
export const taskName = titleText({ name: 'Name', max: TASK_LIMITS.name });
/** A list's name (LIST-012). */
export const listName = titleText({ name: 'List name', max: TASK_LIMITS.name });

/** Rich text as JSON text or as the editor's value; the output is a clean document (TASK-026). */
export const taskBody = z.unknown().transform((value, context) => {
  try {
    const document = value === undefined || value === null || value === '' ? null : parseRichText(value);
    if (document !== null && !isEmptyRichText(document)) return document;
    context.addIssue({ code: 'custom', message: 'Description is required' });
  } catch {
    context.addIssue({ code: 'custom', message: 'Description has content that a task cannot contain' });
  }
  return z.NEVER;
});

/** Accepted and ignored, because clients send it: the server renders its own. */
const htmlBody = z.string().max(4 * RICH_TEXT_MAX_BYTES);

export const points = z
  .int('Points are whole numbers')
  .min(0, 'Points are at least 0')
  .max(TASK_LIMITS.points, `Points are at most ${TASK_LIMITS.points}`)
  .multipleOf(TASK_LIMITS.pointsStep, `Points go in steps of ${TASK_LIMITS.pointsStep}`);

export const dueAt = z.date().max(LAST_DUE_DATE, DUE_DATE_MESSAGES.invalid).nullable();

const recurrence = z
  .custom<Recurrence>(
    (value) => typeof value === 'string' && parseRecurrence(value) !== null,
    'Unknown repeat',
  )
  .nullable();

/** The fields that a person types. */
const taskFields = {
  name: taskName,
  body: taskBody,
  htmlBody,
  points: points.nullish(),
  dueAt: dueAt.optional(),
  recurrence: recurrence.optional(),
};

/** A new task (TASK-031). */
export const createTaskInput = z.object({
  ...taskFields,
  containingListId: globalId,
  parentId: globalId.nullish().transform(orNull),
  /** The note that this task was created from. */
  sourceNoteId: globalId.nullish().transform(orNull),
  idempotencyKey,
});
export type CreateTaskInput = z.infer<typeof createTaskInput>;

/** A change of a task (TASK-040). Omitted fields are unchanged; an empty due date removes the date. */
export const editTaskInput = z.object({
  ...taskFields,
  /** The version that the change is based on. */
  version: z.int().min(1).max(MAX_PK).nullish().transform(orNull),
});

/** A new list (LIST-022). Without `user_id` it belongs to the actor. */
export const createListInput = z.strictObject({
  name: listName,
  user_id: pk.nullish(),
  idempotency_key: idempotencyKey,
});
export type CreateListInput = z.infer<typeof createListInput>;

/** A change of a list (LIST-023). Omitted fields are unchanged. */
export const updateListInput = z
  .strictObject({
    name: listName.optional(),
    private: z.boolean().optional(),
    color: z.enum(LIST_COLORS).optional(),
  })
  .refine(
    (input) => Object.values(input).some((value) => value !== undefined),
    'There is nothing to change.',
  );
export type UpdateListInput = z.infer<typeof updateListInput>;

/** A new favorite (LIST-027). */
export const favoriteInput = z.strictObject({ list_id: z.union([pk, z.string().max(100)]) });

/** A templated list for a student (LIST-030). */
export const addTemplatedListInput = z.strictObject({
  target_user_pk: pk,
  templated_list_pk: pk,
  idempotency_key: idempotencyKey,
});
export type AddTemplatedListInput = z.infer<typeof addTemplatedListInput>;

export const createTemplateInput = z.strictObject({
  title: titleText({ name: 'Title', max: TASK_LIMITS.name }).optional(),
});
