import { expect, it } from 'vitest';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import { compareTexts } from './compare-texts.ts';

const text = (...lines: string[]): RichTextDocument => ({
  type: 'doc',
  content: lines.map((line) => ({
    type: 'paragraph',
    ...(line && { content: [{ type: 'text', text: line }] }),
  })),
});

it('shows changed words inside the sentence, and counts them', () => {
  expect(compareTexts(text('The old chain came off.'), text('The chain came off twice.'))).toEqual({
    parts: [
      { kind: 'same', text: 'The ' },
      { kind: 'removed', text: 'old ' },
      { kind: 'same', text: 'chain came off' },
      { kind: 'added', text: ' twice' },
      { kind: 'same', text: '.' },
    ],
    added: 1,
    removed: 1,
  });
});

it('shows a rewritten sentence as a whole', () => {
  const { parts } = compareTexts(text('We went to the old lake.'), text('They drove to a new lake.'));
  expect(parts.map(({ kind, text: part }) => [kind, part])).toEqual([
    ['removed', 'We went to the old'],
    ['added', 'They drove to a new'],
    ['same', ' lake.'],
  ]);
});

it('shows a new paragraph', () => {
  const { parts } = compareTexts(text('One.'), text('One.', 'Two.'));
  expect(parts.map(({ kind, text: part }) => [kind, part])).toEqual([
    ['same', 'One.'],
    ['added', '\n\nTwo.'],
  ]);
});

it('compares an empty essay', () => {
  expect(compareTexts(text(''), text('Hello'))).toMatchObject({ added: 1, removed: 0 });
  expect(compareTexts(text(''), text('')).parts).toEqual([]);
});
