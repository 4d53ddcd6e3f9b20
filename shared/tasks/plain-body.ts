import type { RichTextDocument } from '../rich-text/schema.ts';

/** Returns plain text as a task's description: for quick add, steps and templates. */
export function plainBody(text: string): RichTextDocument {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
}
