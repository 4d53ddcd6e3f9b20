import '#src/lib/zod-without-eval.ts';
import { essayText } from '#shared/essays/schema.ts';
import type { EssayValues } from './essay-draft.ts';

/** The first error of each field. */
export type EssayErrors = { title?: string; body?: string };

/** Returns the errors of an essay by the rules of shared/essays. */
export function checkEssay(values: EssayValues): EssayErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of essayText.safeParse(values).error?.issues ?? []) {
    errors[String(path[0])] ??= message;
  }
  return errors;
}
