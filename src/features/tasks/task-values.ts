import { z } from 'zod';
import { parseRichText } from '#shared/rich-text/parse.ts';
import { emptyRichText, type RichTextDocument } from '#shared/rich-text/schema.ts';
import { DUE_DATE_MESSAGES } from '#shared/tasks/constants.ts';
import { dueAt, points, taskBody, taskName } from '#shared/tasks/schema.ts';

/** The values of the task form. */
export interface TaskValues {
  name: string;
  body: RichTextDocument;
  points: number;
  dueAt: Date | null;
  recurrence: string | null;
}

/** The stored task that the server sends with a conflict. */
export interface StoredTask {
  version: number;
  name: string;
  body: string;
  points: number;
  dueAt: string | null;
  recurrence: string | null;
}

/** Returns the validation rules. @param before the stored due date, which stays valid even if it is past */
export function taskInput(before: Date | null) {
  const isUnchangedOrFuture = (date: Date | null) =>
    date === null || date.getTime() === before?.getTime() || date.getTime() > Date.now();
  return z.object({
    name: taskName,
    body: z
      .custom<RichTextDocument>()
      .transform((body): unknown => body)
      .pipe(taskBody),
    points,
    dueAt: dueAt.refine(isUnchangedOrFuture, DUE_DATE_MESSAGES.past),
    recurrence: z.string().nullable(),
  });
}

/** Turns a stored task into the values of the form. */
export function taskValuesOf(
  task: Pick<StoredTask, 'name' | 'body' | 'points'> & Partial<StoredTask>,
): TaskValues {
  let body = emptyRichText;
  try {
    body = parseRichText(task.body);
  } catch {
    // Keeps an unreadable body stored until someone replaces it.
  }
  return {
    name: task.name,
    body,
    points: task.points,
    dueAt: task.dueAt ? new Date(task.dueAt) : null,
    recurrence: task.recurrence ?? null,
  };
}

/** Returns the title of a task's draft. */
export const taskTitleOf = (values: TaskValues) => values.name;
/** The values of a new task. */
export const EMPTY_TASK: TaskValues = {
  name: '',
  body: emptyRichText,
  points: 0,
  dueAt: null,
  recurrence: null,
};
