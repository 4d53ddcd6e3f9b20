import type { z } from 'zod';
import { AppError } from '#shared/kernel/errors.ts';

/**
 * Parses a client's input with the schema that its form uses too.
 * @throws AppError INVALID_INPUT with the error of each field
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join('.') || 'input'] ??= issue.message;
  throw new AppError('INVALID_INPUT', Object.values(fields)[0] ?? 'Invalid input', { fields });
}
