import type { z } from 'zod';

/** The first message of each field of a form. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of error.issues) messages[String(path[0] ?? 'form')] ??= message;
  return messages;
}
