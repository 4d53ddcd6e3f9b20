import { expect, it } from 'vitest';
import { periodInWords } from './relative-time.ts';

const plain = (text: string) => text.replaceAll(/[\u2009\u202F]/g, ' ');

it('names the day of a period once, also when it ends at midnight', () => {
  const now = new Date(2026, 10, 25, 9);
  const start = new Date(2026, 10, 25, 23);
  expect(plain(periodInWords(start, new Date(2026, 10, 25, 23, 45), now))).toBe('Today, 11:00 – 11:45 PM');
  expect(plain(periodInWords(start, new Date(2026, 10, 26), now))).toBe('Today, 11:00 PM – 12:00 AM');
});
