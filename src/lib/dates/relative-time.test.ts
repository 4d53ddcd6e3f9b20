import { afterEach, describe, expect, it } from 'vitest';
import { fromReaderClock, setTimeZone, toReaderClock } from './reader-zone.ts';
import {
  isToday,
  momentInSentence,
  momentInWords,
  periodInSentence,
  periodInWords,
} from './relative-time.ts';

const plain = (text: string) => text.replaceAll(/[\u2009\u202F]/g, ' ');

it('names the day of a period once, also when it ends at midnight', () => {
  const now = new Date(2026, 10, 25, 9);
  const start = new Date(2026, 10, 25, 23);
  expect(plain(periodInWords(start, new Date(2026, 10, 25, 23, 45), now))).toBe('Today, 11:00 – 11:45 PM');
  expect(plain(periodInWords(start, new Date(2026, 10, 26), now))).toBe('Today, 11:00 PM – 12:00 AM');
});

it('writes days in lower case in the middle of a sentence', () => {
  const now = new Date(2026, 10, 25, 9);
  const at = (day: number) => plain(momentInSentence(new Date(2026, 10, day, 17), now));
  expect([24, 25, 26].map(at)).toEqual(['yesterday at 5:00 PM', 'today at 5:00 PM', 'tomorrow at 5:00 PM']);
  expect([19, 30].map(at)).toEqual(['Thursday at 5:00 PM', 'Monday at 5:00 PM']);
  expect(at(4)).toBe('Nov 4, 2026');
  const period = (day: number) =>
    plain(periodInSentence(new Date(2026, 10, day, 15), new Date(2026, 10, day, 16), now));
  expect(period(25)).toBe('today, 3:00 – 4:00 PM');
  expect(period(27)).toBe('Friday, 3:00 – 4:00 PM');
});

describe('a reader in another time zone than the browser', () => {
  afterEach(() => setTimeZone(null));

  it('sees days and times in their own zone', () => {
    setTimeZone('Asia/Tokyo');
    const now = new Date('2026-11-25T10:00:00Z');
    // 1 AM on the 26th in Tokyo.
    const meeting = new Date('2026-11-25T16:00:00Z');
    expect(plain(periodInWords(meeting, new Date('2026-11-25T17:00:00Z'), now))).toBe(
      'Tomorrow, 1:00 – 2:00 AM',
    );
    expect(plain(momentInWords(meeting, now))).toBe('Tomorrow, 1:00 AM');
    expect(plain(momentInSentence(meeting, now))).toBe('tomorrow at 1:00 AM');
    setTimeZone('America/Los_Angeles');
    expect(plain(momentInWords(meeting, now))).toBe('Today, 8:00 AM');
    expect(isToday(meeting, now)).toBe(true);
  });

  it('enters times in their own zone', () => {
    setTimeZone('Asia/Tokyo');
    const moment = new Date('2026-11-25T16:00:00Z');
    expect([toReaderClock(moment).getDate(), toReaderClock(moment).getHours()]).toEqual([26, 1]);
    expect(fromReaderClock(toReaderClock(moment))).toEqual(moment);
  });
});
