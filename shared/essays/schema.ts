import { z } from 'zod';
import { calendarDate } from '../kernel/dates.ts';
import { idempotencyKey } from '../kernel/idempotency.ts';
import { plainText, requiredText, titleText } from '../kernel/text.ts';
import { parseRichText, RichTextError } from '../rich-text/parse.ts';
import { ESSAY_LIMITS, ESSAY_STATUSES } from './limits.ts';

/** The message for an essay that is too long to store; the text stays in the editor. */
export const ESSAY_TOO_LONG = 'This essay is too long to save. Shorten it or split it into several essays.';

/** An essay's text as JSON; the output is a clean document. An essay can be empty. */
export const essayBody = z.unknown().transform((value, context) => {
  try {
    return parseRichText(value);
  } catch (error) {
    const isTooLong = error instanceof RichTextError && error.code === 'TOO_LARGE';
    context.addIssue({
      code: 'custom',
      message: isTooLong ? ESSAY_TOO_LONG : 'This essay contains something that cannot be stored',
    });
    return z.NEVER;
  }
});

const title = titleText({ name: 'Title', max: ESSAY_LIMITS.title });

/** The text of an essay, which saves automatically. */
export const essayText = z.object({ title, body: essayBody });

const details = {
  prompt: plainText({ name: 'Prompt', max: ESSAY_LIMITS.prompt }),
  /** Null for no limit. */
  wordLimit: z
    .int('Enter a whole number')
    .min(1, 'Enter at least 1 word')
    .max(ESSAY_LIMITS.words, `Enter at most ${ESSAY_LIMITS.words} words`)
    .nullable(),
  /** The college on the student's roadmap that the essay is for. */
  collegeId: z.string().max(100).nullable(),
  /** Null: the college's deadline applies. */
  dueOn: calendarDate('Enter a date').nullable(),
};

/** The fields of the form that creates an essay or changes its details. */
export const essayForm = z.object({ title, ...details });
export type EssayForm = z.input<typeof essayForm>;

export const createEssayInput = z.object({
  title,
  prompt: details.prompt.nullish().transform((prompt) => prompt ?? ''),
  wordLimit: details.wordLimit.nullish().transform((limit) => limit ?? null),
  collegeId: details.collegeId.nullish().transform((id) => id ?? null),
  dueOn: details.dueOn.nullish().transform((date) => date ?? null),
  /** The text of an essay that was deleted while it was edited. */
  body: essayBody.nullish(),
  idempotencyKey,
});

export const updateEssayInput = essayText.extend({
  id: z.string().max(100),
  /** The version that the change is based on. */
  version: z.int32().min(1),
  /** Whether the save starts a version of the history, such as when an older one is restored. */
  startsVersion: z.boolean().nullish(),
});

/** The changed details of an essay; omitted fields stay. */
export const essayDetails = z
  .object({ ...details, status: z.enum(ESSAY_STATUSES, 'Choose a status') })
  .partial();
export type EssayDetails = z.infer<typeof essayDetails>;

/** The passage that a comment is about: the quoted text, and the text around it to find it after changes. */
export const essayPassage = z.object({
  quote: requiredText({ name: 'Passage', max: ESSAY_LIMITS.quote }),
  before: z.string().max(ESSAY_LIMITS.context),
  after: z.string().max(ESSAY_LIMITS.context),
});
export type EssayPassage = z.infer<typeof essayPassage>;

/** The text of a comment. */
export const commentText = requiredText({ name: 'Comment', max: ESSAY_LIMITS.comment });

export const createCommentInput = essayPassage.extend({
  essayId: z.string().max(100),
  body: commentText,
  idempotencyKey,
});
