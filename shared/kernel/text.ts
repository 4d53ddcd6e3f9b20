import { z } from 'zod';

/** Whether the database can hold the text: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** One line or more of plain text that the database can hold, without white space around it. */
export function plainText(limits: { name: string; max: number; tooLong?: string }) {
  const { name, max, tooLong = `${name} must be at most ${max} characters` } = limits;
  return z
    .string({ error: `${name} is required` })
    .refine(isStorable, `${name} holds characters that cannot be stored`)
    .trim()
    .max(max, tooLong);
}

/** As {@link plainText}, and not empty. */
export function requiredText(limits: { name: string; max: number; tooLong?: string }) {
  return plainText(limits).min(1, `${limits.name} is required`);
}
