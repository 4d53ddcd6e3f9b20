import type { RichTextDocument } from '../rich-text/schema.ts';

/** A description of plain text, for tasks that are typed in one line: quick add, steps, templates. */
export function plainBody(text: string): RichTextDocument {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
}
