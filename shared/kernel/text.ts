import { z } from 'zod';

/** Returns whether the database can store the text: no NUL, no lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Control characters (C0 and C1), line separators, marks that change the direction of text, and noncharacters. Others,
 * such as joiners, are only refused without a visible character: emoji and several scripts need them.
 */
const INVISIBLE = /[\p{Cc}\p{NChar}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|^[\s\p{DI}\u2800]+$/u;

/**
 * Returns whether the text is empty, or one visible line without control characters. Titles and names reject them,
 * because they can make one name look like another, or break an email header.
 */
export function isVisibleLine(text: string): boolean {
  return isStorable(text) && !INVISIBLE.test(text);
}

/** Returns the message for a title or name that {@link isVisibleLine} rejects. */
export function invisibleCharacters(name: string): string {
  return `${name} cannot contain line breaks or invisible characters`;
}

interface TextLimits {
  /** The field's name, at the beginning of its messages. */
  name: string;
  max: number;
  tooLong?: string;
}

/** Returns the schema of a storable plain text, trimmed, with one or more lines. */
export function plainText({ name, max, tooLong = `${name} must be at most ${max} characters` }: TextLimits) {
  return z
    .string({ error: `${name} is required` })
    .refine(isStorable, `${name} contains characters that cannot be stored`)
    .trim()
    .max(max, tooLong);
}

/** Returns the schema of a {@link plainText} that is not empty. */
export function requiredText(limits: TextLimits) {
  return plainText(limits).min(1, `${limits.name} is required`);
}

/** Returns the schema of a title or name: one line of visible text, not empty. */
export function titleText(limits: TextLimits) {
  return requiredText(limits).refine(isVisibleLine, invisibleCharacters(limits.name));
}
