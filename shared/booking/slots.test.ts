import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../kernel/dates.ts';
import { zonedFormatter } from '../kernel/time-zone.ts';
import { momentOf, weekdayOf } from './local-time.ts';
import { type Availability, freeSlots, isFree, type Period, seriesStarts, type Taken } from './slots.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const nothing: Taken = { mentor: [], student: [] };

const mondayToSunday = (start: number, end: number) =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, start, end }));

function availabilityOf(given: Partial<Availability> = {}): Availability {
  return {
    timeZone: 'America/Los_Angeles',
    minutes: 45,
    bufferMinutes: 10,
    noticeHours: 12,
    windowDays: 60,
    dailyLimit: 8,
    hours: mondayToSunday(9 * 60, 12 * 60),
    overrides: [],
    ...given,
  };
}

/** Lists the starts of one UTC period as ISO texts without seconds. */
function list(
  availability: Availability,
  from: string,
  to: string,
  taken = nothing,
  now = '2026-01-01T00:00Z',
) {
  const window = { from: new Date(from), to: new Date(to) };
  return freeSlots({ ...availability, windowDays: 3_000 }, taken, window, new Date(now)).map((start) =>
    start.toISOString().slice(0, 16),
  );
}

const period = (start: string, end: string): Period => ({ start: new Date(start), end: new Date(end) });

describe('free slots', () => {
  it('start every half hour within the hours of the mentor', () => {
    expect(list(availabilityOf(), '2026-06-01T00:00Z', '2026-06-02T00:00Z')).toEqual([
      '2026-06-01T16:00',
      '2026-06-01T16:30',
      '2026-06-01T17:00',
      '2026-06-01T17:30',
      '2026-06-01T18:00',
    ]);
  });

  it('leave out taken times, by a millisecond too', () => {
    const day = (taken: Taken) =>
      list(availabilityOf(), '2026-06-01T00:00Z', '2026-06-02T00:00Z', taken).map((start) => start.slice(11));
    expect(day({ ...nothing, mentor: [period('2026-06-01T16:00Z', '2026-06-01T16:55Z')] })).toEqual([
      '17:00',
      '17:30',
      '18:00',
    ]);
    expect(day({ ...nothing, mentor: [period('2026-06-01T17:55:00Z', '2026-06-01T18:50Z')] })).toEqual([
      '16:00',
      '16:30',
      '17:00',
    ]);
    expect(day({ ...nothing, mentor: [period('2026-06-01T17:54:59.999Z', '2026-06-01T18:50Z')] })).toEqual([
      '16:00',
      '16:30',
    ]);
    // The student can go straight from one meeting to the next.
    expect(day({ ...nothing, student: [period('2026-06-01T16:00Z', '2026-06-01T16:30Z')] })).toContain(
      '16:30',
    );
  });

  it('respect notice, window, daily limit and other hours on a date', () => {
    const month = ['2026-06-01T00:00Z', '2026-08-30T00:00Z'] as const;
    const all = freeSlots(
      availabilityOf(),
      nothing,
      { from: new Date(month[0]), to: new Date(month[1]) },
      new Date('2026-06-01T05:00Z'),
    );
    expect(all[0]?.toISOString()).toBe('2026-06-01T17:00:00.000Z');
    expect(all.at(-1)?.toISOString()).toBe('2026-07-30T18:00:00.000Z');
    const full = {
      ...nothing,
      mentor: [
        period('2026-06-01T16:00Z', '2026-06-01T16:55Z'),
        period('2026-06-01T17:00Z', '2026-06-01T17:55Z'),
      ],
    };
    expect(list(availabilityOf({ dailyLimit: 2 }), '2026-06-01T00:00Z', '2026-06-02T00:00Z', full)).toEqual(
      [],
    );
    const overrides = [
      { day: '2026-06-01', ranges: [{ start: 600, end: 645 }] },
      { day: '2026-06-02', ranges: [] },
    ];
    expect(list(availabilityOf({ overrides }), '2026-06-01T00:00Z', '2026-06-03T00:00Z')).toEqual([
      '2026-06-01T17:00',
    ]);
  });

  it('skip the hour that a clock change skips, and offer the repeated hour once', () => {
    const night = availabilityOf({ hours: mondayToSunday(60, 240), minutes: 30, timeZone: 'Europe/Berlin' });
    expect(list(night, '2026-03-29T00:00Z', '2026-03-29T12:00Z')).toEqual([
      '2026-03-29T00:00',
      '2026-03-29T00:30',
      '2026-03-29T01:00',
      '2026-03-29T01:30',
    ]);
    expect(momentOf('2026-03-29', 150, 'Europe/Berlin')).toBeNull();
    expect(list(night, '2026-10-24T22:00Z', '2026-10-25T12:00Z')).toEqual([
      '2026-10-24T23:00',
      '2026-10-24T23:30',
      '2026-10-25T01:00',
      '2026-10-25T01:30',
      '2026-10-25T02:00',
      '2026-10-25T02:30',
    ]);
  });

  it('keep the local time of a series over a clock change', () => {
    const first = new Date('2026-10-20T16:00Z');
    expect(seriesStarts(first, 1, 3, 'America/Los_Angeles').map((start) => start.toISOString())).toEqual([
      '2026-10-20T16:00:00.000Z',
      '2026-10-27T16:00:00.000Z',
      '2026-11-03T17:00:00.000Z',
    ]);
    // 2:30 AM is skipped on March 29.
    expect(seriesStarts(new Date('2026-03-22T01:30Z'), 1, 2, 'Europe/Berlin')).toHaveLength(1);
  });
});

/** Zones with a change of an hour, of half an hour, at midnight, and on the southern half of the earth. */
const ZONES = [
  'America/Los_Angeles',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Santiago',
] as const;

/** The days of clock changes of each zone in 2026. */
const CHANGES: Record<(typeof ZONES)[number], readonly string[]> = {
  'America/Los_Angeles': ['2026-03-08', '2026-11-01'],
  'Europe/Berlin': ['2026-03-29', '2026-10-25'],
  'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'],
  'Africa/Cairo': ['2026-04-24', '2026-10-29'],
  'America/Santiago': ['2026-04-04', '2026-09-06'],
};

/** Reads a clock with the runtime's own formatter, independent of the conversion under test. */
const writeClock = zonedFormatter('en-CA', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const clocks = new Map(ZONES.map((zone) => [zone, new Map<number, { day: string; minute: number }>()]));
function clockOf(moment: number, zone: (typeof ZONES)[number]) {
  const ofZone = clocks.get(zone)!;
  let clock = ofZone.get(moment);
  if (clock === undefined) {
    const [day = '', time = ''] = writeClock(zone).format(moment).split(', ');
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    clock = { day, minute: hours * 60 + minutes };
    ofZone.set(moment, clock);
  }
  return clock;
}

const quarter = (min: number, max: number) => fc.integer({ min, max }).map((count) => count * 15);

const range = fc
  .tuple(quarter(0, 95), quarter(1, 32))
  .map(([start, length]) => ({ start, end: Math.min(1440, start + length) }));

const scene = fc.constantFrom(...ZONES).chain((timeZone) =>
  fc.record({
    change: fc.constantFrom(...CHANGES[timeZone]),
    shift: fc.integer({ min: -1, max: 0 }),
    availability: fc.record({
      timeZone: fc.constant(timeZone),
      minutes: fc.constantFrom(15, 30, 45, 60, 90),
      bufferMinutes: fc.constantFrom(0, 10, 30),
      noticeHours: fc.constantFrom(0, 1, 12, 24),
      windowDays: fc.constantFrom(1, 2, 60),
      dailyLimit: fc.constantFrom(1, 2, 8),
      // One range a day, so that ranges never overlap.
      hours: fc
        .array(fc.tuple(fc.integer({ min: 0, max: 6 }), range), { maxLength: 7 })
        .map((hours) => [...new Map(hours).entries()].map(([weekday, one]) => ({ weekday, ...one }))),
      overrideRange: fc.option(range),
    }),
    nowHours: fc.integer({ min: 0, max: 60 }),
    taken: fc.array(
      fc.record({ at: fc.integer({ min: 0, max: 72 * 12 }), length: fc.integer({ min: 1, max: 24 }) }),
      { maxLength: 4 },
    ),
  }),
);

describe('shown slots', () => {
  // 10,000 availabilities around both clock changes of five zones, compared with a search over every quarter hour.
  it('equal bookable slots', () => {
    let shownTotal = 0;
    fc.assert(
      fc.property(scene, ({ change, shift, nowHours, taken: given, availability: generated }) => {
        const { overrideRange, ...rest } = generated;
        const zone = rest.timeZone;
        const overrides = overrideRange === null ? [] : [{ day: change, ranges: [overrideRange] }];
        const availability: Availability = { ...rest, overrides };
        const from = Date.parse(change) + shift * 12 * HOUR;
        const to = from + 30 * HOUR;
        const now = new Date(from - 36 * HOUR + nowHours * HOUR);
        const periods = given.map(({ at, length }) => ({
          start: new Date(from - 12 * HOUR + at * 5 * MINUTE),
          end: new Date(from - 12 * HOUR + (at + length) * 5 * MINUTE),
        }));
        const taken = { mentor: periods.slice(0, 2), student: periods.slice(2) };
        const shown = freeSlots(availability, taken, { from: new Date(from), to: new Date(to) }, now);
        shownTotal += shown.length;

        const expected: number[] = [];
        for (let start = from; start < to; start += 15 * MINUTE) {
          if (isExpected(start)) expected.push(start);
        }
        // One assertion per run: ten thousand runs would spend most of their time in `expect`.
        const isBookable = (start: number) => isFree(availability, taken, new Date(start), now);
        const tried = [...expected, from, from + 9 * HOUR, from + 15 * HOUR + 15 * MINUTE];
        const differing = tried.filter((start) => isBookable(start) !== expected.includes(start));
        expect([shown.map(Number).join(), differing]).toEqual([expected.join(), []]);

        function isExpected(start: number): boolean {
          if (start < Number(now) + rest.noticeHours * HOUR || start > Number(now) + rest.windowDays * DAY) {
            return false;
          }
          const { day, minute } = clockOf(start, zone);
          const ranges =
            overrides.find((one) => one.day === day)?.ranges ??
            rest.hours.filter(({ weekday }) => weekday === weekdayOf(day));
          const step = Math.min(30, rest.minutes);
          const startable = ranges.filter((one) => minute >= one.start && (minute - one.start) % step === 0);
          if (startable.length === 0) return false;
          const end = start + rest.minutes * MINUTE;
          const clockAtEnd = clockOf(end, zone);
          const endMinute =
            clockAtEnd.day === day
              ? clockAtEnd.minute
              : clockAtEnd.day === addDays(day, 1) && clockAtEnd.minute === 0
                ? 1440
                : Infinity;
          const isInHours = startable.some((one) => endMinute <= one.end);
          // Of a repeated local time the second one counts.
          const isRepeated = [30, 60].some((minutes) => {
            const later = clockOf(start + minutes * MINUTE, zone);
            return later.day === day && later.minute === minute;
          });
          const meetingsOfDay = taken.mentor.filter(
            (one) => clockOf(Number(one.start), zone).day === day,
          ).length;
          const meets = (one: Period, until: number) => Number(one.start) < until && start < Number(one.end);
          return (
            isInHours &&
            !isRepeated &&
            meetingsOfDay < rest.dailyLimit &&
            !taken.mentor.some((one) => meets(one, end + rest.bufferMinutes * MINUTE)) &&
            !taken.student.some((one) => meets(one, end))
          );
        }
      }),
      { numRuns: 10_000 },
    );
    expect(shownTotal).toBeGreaterThan(20_000);
  }, 120_000);
});
