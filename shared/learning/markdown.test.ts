import { expect, it } from 'vitest';
import { z } from 'zod';
import { MARKDOWN_LIMITS, quickMarkdown } from './markdown.ts';

const { lines, marks, marksAtLineStart } = MARKDOWN_LIMITS;
const schema = quickMarkdown(z.string());
const messageOf = (markdown: string) => schema.safeParse(markdown).error?.issues[0]?.message;

it.each([
  ['lines', (count: number) => Array.from({ length: count }, () => 'word').join('\n'), lines],
  ['stars', (count: number) => 'a*'.repeat(count), marks],
  ['stars and underscores', (count: number) => '*a_ '.repeat(count / 2), marks],
  ['code', (count: number) => '`a '.repeat(count), marks],
  ['brackets', (count: number) => '[a] '.repeat(count / 2), marks],
  ['HTML', (count: number) => '<a '.repeat(count), marks],
  ['quotes inside each other', (count: number) => `text\n${'> '.repeat(count)}a`, marksAtLineStart],
  ['quotes without spaces', (count: number) => `${'>'.repeat(count)}a`, marksAtLineStart],
  ['lists inside each other', (count: number) => `${'1. '.repeat(count)}a`, marksAtLineStart],
  ['mixed lists and quotes', (count: number) => `  ${'- > '.repeat(count / 2)}a`, marksAtLineStart],
])('limits %s', (_, markdown, limit) => {
  expect(messageOf(markdown(limit))).toBeUndefined();
  expect(messageOf(markdown(limit + 2))).toBeDefined();
});

it('accepts an ordinary long article', () => {
  const section = [
    '## Plan **early**',
    '',
    '> - A *quote* with a [link](https://example.org/a_b_c) and 2026-11-28.',
    '',
    '1. First',
    '   - *nested*',
    '',
    '--------------------',
    '',
  ].join('\n');
  expect(messageOf(section.repeat(150))).toBeUndefined();
});

it('names the limit', () => {
  expect(messageOf('\n'.repeat(lines))).toBe('The text must have at most 2000 lines');
});
