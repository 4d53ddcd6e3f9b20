import { expect, test } from 'vitest';
import { truncate } from './truncate.ts';

// covers: FORM-021
test('text is cut at 50 characters by default, at 3 at least', () => {
  expect(truncate('a'.repeat(50))).toBe('a'.repeat(50));
  expect(truncate('a'.repeat(51))).toBe(`${'a'.repeat(49)}…`);
  expect(truncate('abcdef', 4)).toBe('abc…');
  expect(truncate('abcdef', 1)).toBe('ab…');
  expect(truncate('abc', 0)).toBe('abc');
});

test('a visible character is never cut in two', () => {
  const family = '👩‍👩‍👧';
  expect(truncate(family.repeat(4), 3)).toBe(`${family}${family}…`);
  expect(truncate(family.repeat(3), 3)).toBe(family.repeat(3));
});
