import { z } from 'zod';

/** Whether the database can hold the text: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Control characters (C0 and C1), line separators, and marks that change the direction of text. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/**
 * Whether the text is one line without control characters. They are refused in titles and names, because they can make
 * one name look like another, or break a mail header.
 */
export function isVisibleLine(text: string): boolean {
  return isStorable(text) && !INVISIBLE.test(text);
}

/** The message for a title or name that {@link isVisibleLine} refuses. */
export function invisibleCharacters(name: string): string {
  return `${name} cannot contain line breaks or invisible characters`;
}

interface TextLimits {
  /** The field's name, as its messages begin. */
  name: string;
  max: number;
  tooLong?: string;
}

/** One line or more of plain text that the database can hold, without white space around it. */
export function plainText({ name, max, tooLong = `${name} must be at most ${max} characters` }: TextLimits) {
  return z
    .string({ error: `${name} is required` })
    .refine(isStorable, `${name} contains characters that cannot be stored`)
    .trim()
    .max(max, tooLong);
}

/** As {@link plainText}, and not empty. */
export function requiredText(limits: TextLimits) {
  return plainText(limits).min(1, `${limits.name} is required`);
}

/** A title or name: one line of visible text, not empty. */
export function titleText(limits: TextLimits) {
  return requiredText(limits).refine(isVisibleLine, invisibleCharacters(limits.name));
}
