import { expect, it } from 'vitest';
import { findPassage } from './find-passage.ts';

const anchor = (quote: string, before = '', after = '') => ({ quote, before, after });

it('finds a passage after text was added before it', () => {
  expect(findPassage('A new start. The chain came off.', anchor('chain'))).toEqual({ start: 17, end: 22 });
});

it('finds the passage with the same surroundings among several equal ones', () => {
  const text = 'I listen. You listen. We listen.';
  expect(findPassage(text, anchor('listen', 'I ', '. You'))?.start).toBe(2);
  expect(findPassage(text, anchor('listen', 'You ', '. We'))?.start).toBe(14);
  expect(findPassage(text, anchor('listen', '. We ', '.'))?.start).toBe(25);
});

it('finds nothing when the passage itself was changed', () => {
  expect(findPassage('The wheel came off.', anchor('chain', 'The ', ' came'))).toBeNull();
});
