import { expect, it } from 'vitest';
import { placeholders } from '../rich-text/inspect.ts';
import { parseRichText } from '../rich-text/parse.ts';
import { renderText } from '../rich-text/render.ts';
import { meetingNoteTemplate } from './template.ts';

// covers: MEET-036
it('begins a meeting note with placeholders for what is not known', () => {
  const document = meetingNoteTemplate();
  expect(parseRichText(JSON.stringify(document))).toEqual(document);
  expect(placeholders(document)).toEqual([
    'student name',
    'key takeaways',
    'before next time',
    'next meeting',
    'mentor name',
  ]);
});

it('fills in known values', () => {
  const document = meetingNoteTemplate({ 'student name': 'Mia', 'mentor name': 'Ana Ruiz' });
  expect(placeholders(document)).toEqual(['key takeaways', 'before next time', 'next meeting']);
  expect(renderText(document)).toContain('Hi Mia,');
});
