import '#src/lib/zod-without-eval.ts';
import { essayText } from '#shared/essays/schema.ts';
import { firstErrors } from '#src/lib/first-errors.ts';
import type { EssayValues } from './essay-draft.ts';

/** The first error of each field. */
export type EssayErrors = { title?: string; body?: string };

/** Returns the errors of an essay by the rules of shared/essays. */
export function checkEssay(values: EssayValues): EssayErrors {
  return firstErrors(essayText, values);
}
