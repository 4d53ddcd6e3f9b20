import { z } from 'zod';
import { PROMPT_SETS } from '#shared/essays/prompts.ts';
import { type EssayForm, essayForm } from '#shared/essays/schema.ts';
import type { EssayDetail } from './queries.ts';

const texts = z.object({
  title: z.string(),
  prompt: z.string(),
  wordLimit: z.string(),
  collegeId: z.string(),
  dueOn: z.string(),
});

/** The title and the details of an essay as inputs hold them: text. */
export type EssayInputs = z.infer<typeof texts>;

/** Returns the values of inputs. */
export function toForm({ wordLimit, collegeId, dueOn, ...text }: EssayInputs): EssayForm {
  return {
    ...text,
    wordLimit: wordLimit.trim() === '' ? null : Number(wordLimit),
    collegeId: collegeId === '' ? null : collegeId,
    dueOn: dueOn === '' ? null : dueOn,
  };
}

/** Validates inputs and returns their values. */
export const essayInputs = texts.transform(toForm).pipe(essayForm);

/** Returns the inputs for an essay; empty ones without it. */
export function toInputs(essay: EssayDetail | undefined): EssayInputs {
  return {
    title: essay?.title ?? '',
    prompt: essay?.prompt ?? '',
    wordLimit: essay?.wordLimit?.toString() ?? '',
    collegeId: essay?.college?.id ?? '',
    dueOn: essay?.dueOn ?? '',
  };
}

/** Returns the inputs that differ from `before`: a restored draft leaves the other details as they are now. */
export function changedInputs(before: EssayInputs, after: EssayInputs): Partial<EssayInputs> {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name as keyof EssayInputs] !== value),
  );
}

const OWN = 'own';

const PUBLISHED = Object.entries(PROMPT_SETS).flatMap(([key, { name, wordLimit, prompts }]) =>
  prompts.map((prompt, index) => ({
    value: `${key}:${index}`,
    label: `${name} ${index + 1}: ${prompt.slice(0, 60)}…`,
    prompt,
    wordLimit,
    title: name,
  })),
);

/** The published prompts of the year: choosing one fills prompt and word limit. */
export const PROMPT_OPTIONS = [
  { value: OWN, label: 'Another prompt' },
  ...PUBLISHED.map(({ value, label }) => ({ value, label })),
];

/** Returns the published prompt of an option; undefined for another prompt. */
export function promptOf(option: string) {
  return PUBLISHED.find(({ value }) => value === option);
}

/** Returns the option of a prompt's text. */
export function choiceOf(text: string): string {
  return PUBLISHED.find(({ prompt }) => prompt === text)?.value ?? OWN;
}
