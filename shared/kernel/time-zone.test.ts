import { expect, it } from 'vitest';
import { dateIn, daysFrom, fromWallClock, isTimeZone, toWallClock } from './time-zone.ts';

const ZONES = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland'];

it.each([
  ['UTC', true],
  ['America/Los_Angeles', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Etc/GMT+5', true],
  ['AGT', false],
  ['PLT', false],
  ['Mars/Olympus', false],
  ['Europe/', false],
])('whether %s is accepted as a time zone: %s', (name, isAccepted) => {
  expect(isTimeZone(name)).toBe(isAccepted);
});

it('returns the calendar date of a zone, and that of UTC for an unknown one', () => {
  const moment = new Date('2026-11-25T02:30:00Z');
  expect(dateIn('America/Los_Angeles', moment)).toBe('2026-11-24');
  expect(dateIn('Asia/Kolkata', moment)).toBe('2026-11-25');
  expect(dateIn('Mars/Olympus', moment)).toBe('2026-11-25');
});

it('counts calendar days in a zone, not periods of 24 hours', () => {
  const now = new Date('2026-11-25T02:30:00Z');
  const soon = new Date('2026-11-25T09:00:00Z');
  expect(daysFrom(now, soon, 'America/Los_Angeles')).toBe(1);
  expect(daysFrom(now, soon, 'UTC')).toBe(0);
});

it.each(ZONES)('reads and writes the wall clock of %s, also around clock changes', (zone) => {
  for (const text of ['2026-03-08T12:34:56.789Z', '2026-07-01T00:00:00Z', '2026-11-01T20:00:00Z']) {
    const moment = new Date(text);
    expect(fromWallClock(toWallClock(moment, zone), zone)).toEqual(moment);
  }
});

it('returns the local fields of another zone', () => {
  const wall = toWallClock(new Date('2026-11-26T01:00:00Z'), 'America/Los_Angeles');
  expect([wall.getDate(), wall.getHours()]).toEqual([25, 17]);
  expect(fromWallClock(new Date(2026, 10, 25, 17), 'America/Los_Angeles').toISOString()).toBe(
    '2026-11-26T01:00:00.000Z',
  );
});
