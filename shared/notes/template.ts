import type { BlockNode, InlineNode, RichTextDocument } from '../rich-text/schema.ts';

/** The gaps of a meeting note's template (MEET-036); those not filled block the sending. */
export interface MeetingNoteGaps {
  studentName?: string;
  mentorName?: string;
  nextMeeting?: string;
}

function text(value: string): InlineNode {
  return { type: 'text', text: value };
}

function heading(value: string): BlockNode {
  return { type: 'paragraph', content: [{ type: 'text', text: value, marks: [{ type: 'bold' }] }] };
}

function gap(label: string, value?: string): InlineNode {
  return value === undefined || value === '' ? { type: 'placeholder', attrs: { label } } : text(value);
}

function list(...lines: InlineNode[]): BlockNode {
  return {
    type: 'bulletList',
    content: lines.map((line) => ({
      type: 'listItem',
      content: [{ type: 'paragraph', content: [line] }],
    })),
  };
}

/** What a new meeting note begins with: what is known is filled in, the rest are placeholders. */
export function meetingNoteTemplate(known: MeetingNoteGaps = {}): RichTextDocument {
  return {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [text('Hi '), gap('student name', known.studentName), text(',')],
      },
      { type: 'paragraph', content: [text('Thank you for our conversation today.')] },
      heading('Key takeaways'),
      list(gap('key takeaways')),
      heading('Before next time'),
      list(gap('next step')),
      heading('Next meeting'),
      { type: 'paragraph', content: [gap('date of the next meeting', known.nextMeeting)] },
      {
        type: 'paragraph',
        content: [text('Best,'), { type: 'hardBreak' }, gap('mentor name', known.mentorName)],
      },
    ],
  };
}
