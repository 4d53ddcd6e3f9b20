import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterQuiet, isQuiet, nextDigestAt, reminderOf } from './schedule.ts';
import { isTimeZone } from '../kernel/time-zone.ts';
import { DIGEST_FREQUENCIES } from './frequencies.ts';

const at = (iso: string) => new Date(iso);
const losAngeles = { start: 21, end: 7, timeZone: 'America/Los_Angeles' };
const berlin = { start: 22, end: 9, timeZone: 'Europe/Berlin' };

describe('quiet hours', () => {
  it('end at the same local time across daylight saving changes', () => {
    // Spring forward on 2027-03-14 in Los Angeles: 07:00 is UTC-7.
    expect(afterQuiet(at('2027-03-14T06:00:00Z'), losAngeles)).toEqual(at('2027-03-14T14:00:00Z'));
    // The evening before, 07:00 was UTC-8.
    expect(afterQuiet(at('2027-03-13T06:00:00Z'), losAngeles)).toEqual(at('2027-03-13T15:00:00Z'));
    // Fall back on 2026-11-01: from 9 pm (UTC-7) to 7 am (UTC-8).
    expect(isQuiet(at('2026-11-01T04:00:00Z'), losAngeles)).toBe(true);
    expect(afterQuiet(at('2026-11-01T04:00:00Z'), losAngeles)).toEqual(at('2026-11-01T15:00:00Z'));
    expect(isQuiet(at('2026-11-01T15:00:00Z'), losAngeles)).toBe(false);
  });

  it('end a day later when the clock skips the only hour that is not quiet', () => {
    const free = { start: 3, end: 2, timeZone: 'Europe/Berlin' };
    expect(afterQuiet(at('2027-03-26T02:00:00Z'), free)).toEqual(at('2027-03-27T01:00:00Z'));
    // On 2027-03-28 the clock goes from 2 to 3.
    expect(afterQuiet(at('2027-03-27T02:00:00Z'), free)).toEqual(at('2027-03-29T00:00:00Z'));
  });

  it('always end, and never before now, in any zone at any minute', () => {
    const zone = fc.constantFrom(
      'America/New_York',
      'Australia/Lord_Howe',
      'Europe/Berlin',
      'Asia/Kathmandu',
    );
    const hour = fc.integer({ min: 0, max: 23 });
    const time = fc.date({
      min: at('2026-01-01T00:00:00Z'),
      max: at('2028-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(time, hour, hour, zone, (now, start, end, timeZone) => {
        const quiet = { start, end, timeZone };
        const over = afterQuiet(now, quiet);
        expect(over.getTime()).toBeGreaterThanOrEqual(now.getTime());
        const isOneHourFree = (24 + start - end) % 24 === 1;
        expect(over.getTime() - now.getTime()).toBeLessThanOrEqual((isOneHourFree ? 48 : 26) * 3_600_000);
        expect(isQuiet(over, quiet)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('treat an unknown zone as UTC instead of failing', () => {
    expect(isTimeZone('Mars/Olympus')).toBe(false);
    expect(isTimeZone('America/Los_Angeles')).toBe(true);
    expect(isQuiet(at('2026-11-21T22:00:00Z'), { ...losAngeles, timeZone: 'Mars/Olympus' })).toBe(true);
  });
});

describe('digests', () => {
  it('come at eight in the morning on both sides of a change of the clock', () => {
    const next = (now: string) => nextDigestAt(at(now), at(now), 24, losAngeles).toISOString();
    expect(next('2027-03-12T16:00:00Z')).toBe('2027-03-13T16:00:00.000Z');
    expect(next('2027-03-13T16:00:00Z')).toBe('2027-03-14T15:00:00.000Z');
    expect(next('2026-10-31T15:00:00Z')).toBe('2026-11-01T16:00:00.000Z');
  });

  it('come on Mondays and on the first of the month', () => {
    expect(nextDigestAt(at('2026-11-21T08:00:00Z'), null, 168, losAngeles)).toEqual(
      at('2026-11-23T16:00:00Z'),
    );
    expect(nextDigestAt(at('2026-11-21T08:00:00Z'), null, 730, losAngeles)).toEqual(
      at('2026-12-01T16:00:00Z'),
    );
    // Quiet until 9 AM: the digest is sent then.
    expect(nextDigestAt(at('2026-11-21T12:00:00Z'), null, 24, berlin)).toEqual(at('2026-11-22T08:00:00Z'));
  });

  it('come every day when quiet hours last from morning to night', () => {
    const days = { start: 7, end: 21, timeZone: 'Europe/Berlin' };
    const last = at('2026-11-21T20:00:00Z');
    expect(nextDigestAt(last, last, 24, days)).toEqual(at('2026-11-22T20:00:00Z'));
  });

  it('come every day when quiet hours last from morning to the next one', () => {
    const nearlyAlways = { start: 8, end: 5, timeZone: 'Europe/Berlin' };
    const last = at('2026-11-21T04:00:00Z');
    expect(nextDigestAt(last, last, 24, nearlyAlways)).toEqual(at('2026-11-22T04:00:00Z'));
  });

  it('are never two in one period, whatever is set in between', () => {
    const weekly = at('2026-11-23T16:00:00Z');
    expect(nextDigestAt(at('2026-11-23T17:00:00Z'), weekly, 168, losAngeles)).toEqual(
      at('2026-11-30T16:00:00Z'),
    );
    const monthly = at('2026-12-01T16:00:00Z');
    expect(nextDigestAt(at('2026-12-01T17:00:00Z'), monthly, 730, losAngeles)).toEqual(
      at('2027-01-01T16:00:00Z'),
    );
    expect(nextDigestAt(at('2027-02-01T17:00:00Z'), at('2027-02-01T16:00:00Z'), 730, losAngeles)).toEqual(
      at('2027-03-01T16:00:00Z'),
    );
    const frequency = fc.constantFrom(...DIGEST_FREQUENCIES);
    const time = fc.date({
      min: at('2026-01-01T00:00:00Z'),
      max: at('2028-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(time, frequency, (last, hours) => {
        const next = nextDigestAt(last, last, hours, berlin);
        const days = (next.getTime() - last.getTime()) / 86_400_000;
        expect(days).toBeGreaterThanOrEqual(hours === 24 ? 0.25 : hours === 168 ? 6 : 27);
        expect(days).toBeLessThanOrEqual(hours === 24 ? 2.1 : hours === 168 ? 13.1 : 59);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('reminders of a task', () => {
  const due = at('2026-11-21T12:00:00Z');
  it('are sent before the deadline, when it passes, and three more times', () => {
    expect(reminderOf(at('2026-11-20T11:00:00Z'), due, 24)).toBeNull();
    expect(reminderOf(at('2026-11-20T13:00:00Z'), due, 24)).toBe('due:2026-11-21T12:00:00.000Z');
    expect(reminderOf(due, due, 24)).toBe('overdue:2026-11-21T12:00:00.000Z:0');
    expect(reminderOf(at('2026-11-22T13:00:00Z'), due, 24)).toBe('overdue:2026-11-21T12:00:00.000Z:1');
    expect(reminderOf(at('2026-11-22T13:00:00Z'), due, 168)).toBe('overdue:2026-11-21T12:00:00.000Z:0');
    expect(reminderOf(at('2026-11-26T13:00:00Z'), due, 24)).toBeNull();
  });
});
