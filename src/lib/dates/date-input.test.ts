import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  atTime,
  formatDateInput,
  formatTimeInput,
  parseDateInput,
  parseTimeInput,
  timeOptions,
} from './date-input.ts';

test('every formatted day and minute is parsed back to the same value', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1900, max: 2199 }),
      fc.integer({ min: 0, max: 364 }),
      fc.integer({ min: 0, max: 1439 }),
      (year, day, minute) => {
        const date = new Date(year, 0, 1 + day);
        expect(parseDateInput(formatDateInput(date))).toEqual(date);
        const time = new Date(2026, 0, 15, 0, minute);
        expect(atTime(new Date(2026, 0, 15), parseTimeInput(formatTimeInput(time))!)).toEqual(time);
      },
    ),
  );
});

test('rejects invalid dates and times', () => {
  for (const text of ['', '2/30/2026', '00/10/2026', '05/14/26', '05-14-2026', '05/14/20261']) {
    expect(parseDateInput(text), text).toBeNull();
  }
  for (const text of ['', '0:00 AM', '13:00 PM', '1:5 PM', '1:60 PM', '1:05', '01:05 XM']) {
    expect(parseTimeInput(text), text).toBeNull();
  }
});

// covers: FORM-009
test('the times to choose from are 15 minutes apart by default', () => {
  expect(timeOptions()).toHaveLength(96);
  expect(timeOptions().slice(47, 51)).toEqual(['11:45 AM', '12:00 PM', '12:15 PM', '12:30 PM']);
  expect(timeOptions(30)).toHaveLength(48);
});
