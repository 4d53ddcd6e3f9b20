import { describe, expect, it } from 'vitest';
import { isAdult } from './adults.ts';

describe('isAdult', () => {
  it.each([
    ['2008-11-22', '2026-11-22', true],
    ['2008-11-23', '2026-11-22', false],
    ['2008-02-29', '2026-02-28', false],
    ['2008-02-29', '2026-03-01', true],
    ['2010-02-28', '2028-02-29', true],
    ['2010-03-01', '2028-02-29', false],
    [null, '2026-11-22', false],
  ])('someone born on %s, on %s: %s', (birthday, today, expected) => {
    expect(isAdult(birthday, today)).toBe(expected);
  });
});
