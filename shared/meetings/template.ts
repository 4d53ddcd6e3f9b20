import type { BlockNode, InlineNode, RichTextDocument } from '../rich-text/schema.ts';

/** The placeholders of the template (MEET-036). */
export type TemplateGap =
  | 'student name'
  | 'key takeaways'
  | 'before next time'
  | 'next meeting'
  | 'mentor name';

/** The known values of a new note; the others stay placeholders, to be replaced before sending. */
export type KnownGaps = Partial<Record<TemplateGap, string>>;

/** Returns the initial text of a meeting note (MEET-036). */
export function meetingNoteTemplate(known: KnownGaps = {}): RichTextDocument {
  const gap = (label: TemplateGap): InlineNode => {
    const text = known[label];
    return text === undefined || text === ''
      ? { type: 'placeholder', attrs: { label } }
      : { type: 'text', text };
  };
  const text = (value: string): InlineNode => ({ type: 'text', text: value });
  const paragraph = (...content: InlineNode[]): BlockNode => ({ type: 'paragraph', content });
  const heading = (value: string): BlockNode => ({
    type: 'paragraph',
    content: [{ type: 'text', text: value, marks: [{ type: 'bold' }] }],
  });
  const list = (...items: BlockNode[]): BlockNode => ({
    type: 'bulletList',
    content: items.map((item) => ({ type: 'listItem', content: [item] })),
  });
  return {
    type: 'doc',
    content: [
      paragraph(text('Hi '), gap('student name'), text(',')),
      paragraph(text('Thank you for meeting today. Here is what we talked about.')),
      heading('Key takeaways'),
      list(paragraph(gap('key takeaways'))),
      heading('Before next time'),
      list(paragraph(gap('before next time'))),
      heading('Next meeting'),
      paragraph(gap('next meeting')),
      paragraph(text('See you soon,')),
      paragraph(gap('mentor name')),
    ],
  };
}
