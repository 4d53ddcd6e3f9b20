import type { z } from 'zod';

/** Returns the first error of each field. */
export function firstErrors<Field extends string>(
  schema: z.ZodType,
  values: unknown,
): { [Key in Field]?: string } {
  const errors: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    errors[String(path[0])] ??= message;
  }
  return errors as { [Key in Field]?: string };
}
