import { afterEach, expect, it } from 'vitest';
import { dueInSentence, dueInWords } from './due-date.ts';
import { dueChangeInSentence } from './due-sentence.ts';
import { setTimeZone } from './reader-zone.ts';

afterEach(() => setTimeZone(null));

const plain = (text: string) => text.replaceAll(/[\u2009\u202F]/g, ' ');
const at = (hour: number, minute = 0) => new Date(2090, 11, 4, hour, minute);

it('shows the time of a due date that is weeks away, unless it is the end of the day', () => {
  expect(plain(dueInWords(at(8)))).toBe('Dec 4, 2090, 8:00 AM');
  expect(plain(dueInWords(at(23, 45)))).toBe('Dec 4, 2090, 11:45 PM');
  expect(dueInWords(at(23, 59))).toBe('Dec 4, 2090');
  expect(plain(dueInSentence(at(8)))).toBe('Dec 4, 2090 at 8:00 AM');
  expect(dueInSentence(at(23, 59))).toBe('Dec 4, 2090');
});

it('shows the time of a near due date once', () => {
  const now = new Date(2090, 11, 3, 9);
  expect(plain(dueInSentence(at(8), now))).toBe('tomorrow at 8:00 AM');
  expect(plain(dueInSentence(at(23, 59), now))).toBe('tomorrow at 11:59 PM');
});

it('takes the end of the day from the time zone of the reader', () => {
  setTimeZone('Asia/Tokyo');
  expect(dueInWords(new Date('2090-12-04T14:59:00Z'))).toBe('Dec 4, 2090');
  setTimeZone('UTC');
  expect(plain(dueInWords(new Date('2090-12-04T14:59:00Z')))).toBe('Dec 4, 2090, 2:59 PM');
});

it('shows both times of a change on one day', () => {
  expect(plain(dueChangeInSentence(at(17), at(8)))).toBe(
    'from Dec 4, 2090 at 5:00 PM to Dec 4, 2090 at 8:00 AM',
  );
  expect(plain(dueChangeInSentence(at(23, 59), at(8)))).toBe(
    'from Dec 4, 2090 at 11:59 PM to Dec 4, 2090 at 8:00 AM',
  );
  expect(dueChangeInSentence(at(23, 59), new Date(2090, 11, 8, 23, 59))).toBe(
    'from Dec 4, 2090 to Dec 8, 2090',
  );
});
