import { afterEach, describe, expect, it } from 'vitest';
import { fromReaderClock, setTimeZone, toReaderClock } from './reader-zone.ts';
import { isToday, momentInWords, periodInWords } from './relative-time.ts';

const plain = (text: string) => text.replaceAll(/[\u2009\u202F]/g, ' ');

it('names the day of a period once, also when it ends at midnight', () => {
  const now = new Date(2026, 10, 25, 9);
  const start = new Date(2026, 10, 25, 23);
  expect(plain(periodInWords(start, new Date(2026, 10, 25, 23, 45), now))).toBe('Today, 11:00 – 11:45 PM');
  expect(plain(periodInWords(start, new Date(2026, 10, 26), now))).toBe('Today, 11:00 PM – 12:00 AM');
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
