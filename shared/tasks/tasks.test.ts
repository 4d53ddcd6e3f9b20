import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupUpcoming } from './grouping.ts';
import { noteLines } from './note-lines.ts';
import { postponeChoices } from './postpone.ts';
import { parseQuickAdd } from './quick-add.ts';
import type { BlockNode, RichTextDocument } from '../rich-text/schema.ts';
import {
  parseRecurrence,
  type Recurrence,
  RECURRENCE_CHOICES,
  recurrenceLabel,
  type RecurrenceRule,
} from './recurrence-rule.ts';
import { dayOfMonth, nextDueAt } from './recurrence.ts';

/** A Saturday. */
const NOW = new Date('2026-11-21T10:00:00');
const at = (text: string) => new Date(text);

describe('quick add', () => {
  it.each([
    ['SAT registration friday 5pm 20pts', 'SAT registration', '2026-11-27T17:00:00', 20],
    ['Essay by tomorrow', 'Essay', '2026-11-22T23:59:00', null],
    ['FAFSA Dec 1', 'FAFSA', '2026-12-01T23:59:00', null],
    ['Call mentor at 5pm 5 points', 'Call mentor', '2026-11-21T17:00:00', 5],
    ['SAT on monday 8am', 'SAT', '2026-11-23T08:00:00', null],
    ['Take the SAT', 'Take the SAT', null, null],
    ['Work on SAT math', 'Work on SAT math', null, null],
    ['Register for next SAT', 'Register for next SAT', null, null],
    ['Review every SAT section', 'Review every SAT section', null, null],
    ['SAT Mar 13', 'SAT', '2027-03-13T23:59:00', null],
    ['SAT 8am', 'SAT', '2026-11-22T08:00:00', null],
    ['SAT sat 12:30pm', 'SAT', '2026-11-21T12:30:00', null],
    ['Read for 30 minutes', 'Read for 30 minutes', null, null],
    ['Morning run', 'Morning run', null, null],
    ['Run this evening', 'Run', '2026-11-21T23:59:00', null],
    ['Night shift friday', 'Night shift', '2026-11-27T23:59:00', null],
    ['Essay this week', 'Essay this week', null, null],
    ['Write a 5 minute speech by friday', 'Write a 5 minute speech', '2026-11-27T23:59:00', null],
    ['Volunteer 3 hours', 'Volunteer 3 hours', null, null],
    ['Print friday’s worksheet', 'Print friday’s worksheet', null, null],
    ["Do tomorrow's reading today", "Do tomorrow's reading", '2026-11-21T23:59:00', null],
    ['Call within 2 hours', 'Call', '2026-11-21T12:00:00', null],
    ['Call 2 weeks from now', 'Call', '2026-12-05T23:59:00', null],
    ['Call mom on sat', 'Call mom', '2026-11-21T23:59:00', null],
    ['I may apply to two colleges', 'I may apply to two colleges', null, null],
    ['Read chapter 5', 'Read chapter 5', null, null],
    ['Finish 100 math problems', 'Finish 100 math problems', null, null],
    ['Pay 105pts', 'Pay 105pts', null, null],
    ['Run yesterday', 'Run yesterday', null, null],
    ['20pts', '', null, 20],
    ['Ask what is due, 5pts', 'Ask what is due', null, 5],
    ['Essay due friday, 5pts', 'Essay', '2026-11-27T23:59:00', 5],
    ['Read chapter 12 tomorrow', 'Read chapter 12', '2026-11-22T23:59:00', null],
    ['Read chapter 12 on friday 5pm 10pts', 'Read chapter 12', '2026-11-27T17:00:00', 10],
    ['Problems 7 next monday', 'Problems 7', '2026-11-23T23:59:00', null],
    ['Unit 17, tomorrow', 'Unit 17', '2026-11-22T23:59:00', null],
    ['Essay 12 dec', 'Essay', '2026-12-12T23:59:00', null],
    ['Lab 5pm tomorrow', 'Lab', '2026-11-22T17:00:00', null],
    ['Lab 12:30 tomorrow', 'Lab', '2026-11-22T12:30:00', null],
    ['Lab at 11 tomorrow', 'Lab', '2026-11-22T11:00:00', null],
    ['Register for the SAT by friday.', 'Register for the SAT.', '2026-11-27T23:59:00', null],
    ['See example.com today', 'See example.com', '2026-11-21T23:59:00', null],
    ['Lab tomorrow at 11', 'Lab', '2026-11-22T11:00:00', null],
    ['Email every teacher tomorrow', 'Email every teacher', '2026-11-22T23:59:00', null],
    ['Thank each recommender by Dec 5', 'Thank each recommender', '2026-12-05T23:59:00', null],
    ['Check every essay friday 6pm 10pts', 'Check every essay', '2026-11-27T18:00:00', 10],
    ['Read each day 20 pages by friday', 'Read each day 20 pages', '2026-11-27T23:59:00', null],
  ])('reads %j', (line, name, dueAt, points) => {
    expect(parseQuickAdd(line, NOW)).toEqual({
      name,
      dueAt: dueAt === null ? null : at(dueAt),
      points,
      recurrence: null,
    });
  });

  it('reads what repeats', () => {
    expect(parseQuickAdd('Math homework every tuesday 10pts', NOW)).toEqual({
      name: 'Math homework',
      dueAt: at('2026-11-24T23:59:00'),
      points: 10,
      recurrence: 'weekly',
    });
    expect(parseQuickAdd('Update activity record Dec 1 monthly', NOW)).toMatchObject({
      name: 'Update activity record',
      recurrence: 'monthly',
    });
    expect(parseQuickAdd('A weekly plan', NOW)).toMatchObject({ name: 'A weekly plan', recurrence: null });
  });

  // NOW is a Saturday at 10:00.
  it.each([
    ['Practice vocabulary every day', 'Practice vocabulary', '2026-11-21T23:59:00', 'daily'],
    ['Practice vocabulary every day at 7pm', 'Practice vocabulary', '2026-11-21T19:00:00', 'daily'],
    ['Practice vocabulary every day at 8am', 'Practice vocabulary', '2026-11-22T08:00:00', 'daily'],
    ['Practice daily', 'Practice', '2026-11-21T23:59:00', 'daily'],
    ['Read 20 minutes every day', 'Read 20 minutes', '2026-11-21T23:59:00', 'daily'],
    ['Read every weekday', 'Read', '2026-11-23T23:59:00', 'weekdays'],
    ['Read every weekday 8am 5pts', 'Read', '2026-11-23T08:00:00', 'weekdays'],
    ['Read on weekdays', 'Read', '2026-11-23T23:59:00', 'weekdays'],
    ['Essay draft every other Tuesday', 'Essay draft', '2026-11-24T23:59:00', 'every 2 weeks'],
    ['Lab every sat', 'Lab', '2026-11-21T23:59:00', 'weekly'],
    ['Lab every saturday 8am', 'Lab', '2026-11-28T08:00:00', 'weekly'],
    ['Math every Friday until Dec 1', 'Math until Dec 1', '2026-11-27T23:59:00', 'weekly'],
    ['Call mentor every week', 'Call mentor', '2026-11-28T23:59:00', 'weekly'],
    ['Call mentor every 2 weeks on friday', 'Call mentor', '2026-11-27T23:59:00', 'every 2 weeks'],
    ['Review goals every three months', 'Review goals', '2027-02-21T23:59:00', 'every 3 months'],
    ['Review goals every other month Dec 1', 'Review goals', '2026-12-01T23:59:00', 'every 2 months'],
    ['Review goals every month', 'Review goals', '2026-12-21T23:59:00', 'monthly'],
  ])('reads the repeat of %j', (line, name, dueAt, recurrence) => {
    expect(parseQuickAdd(line, NOW)).toMatchObject({ name, dueAt: at(dueAt), recurrence });
  });

  it.each([
    ['Submit FAFSA Nov 21', '2026-11-21T23:59:00', null],
    ['Submit FAFSA 11/21', '2026-11-21T23:59:00', null],
    ['Submit FAFSA saturday', '2026-11-21T23:59:00', null],
    ['Submit FAFSA every saturday', '2026-11-21T23:59:00', 'weekly'],
    ['Submit FAFSA saturday 8pm', '2026-11-21T20:00:00', null],
    ['Submit FAFSA saturday 6pm', '2026-11-28T18:00:00', null],
    ['Submit FAFSA 11/21 8pm', '2026-11-21T20:00:00', null],
    ['Submit FAFSA 11/20 6pm', '2027-11-20T18:00:00', null],
    ['Submit FAFSA 11/21/2027 6pm', '2027-11-21T18:00:00', null],
    ['Submit FAFSA 6pm', '2026-11-22T18:00:00', null],
    ['Submit FAFSA every week 11/21 6pm', '2026-11-28T18:00:00', 'weekly'],
    ['Submit FAFSA in 2 days', '2026-11-23T23:59:00', null],
    ['Submit FAFSA in 5 hours', '2026-11-22T00:00:00', null],
  ])('reads %j on a Saturday evening', (line, dueAt, recurrence) => {
    const evening = at('2026-11-21T19:00:00');
    expect(parseQuickAdd(line, evening)).toMatchObject({
      name: 'Submit FAFSA',
      dueAt: at(dueAt),
      recurrence,
    });
  });

  it.each(['11/21 6pm', 'Nov 21 6pm', '6pm Nov 21', 'today 6pm'])(
    'keeps %j in the name when the time has passed today, and does not read it as next year',
    (text) => {
      const line = `Submit FAFSA ${text}`;
      expect(parseQuickAdd(line, at('2026-11-21T19:00:00'))).toMatchObject({ name: line, dueAt: null });
      expect(parseQuickAdd(line, at('2026-11-21T17:00:00')).dueAt).toEqual(at('2026-11-21T18:00:00'));
    },
  );

  it('starts a monthly repeat on the last day of a shorter month', () => {
    const { dueAt } = parseQuickAdd('Pay rent monthly', at('2027-01-31T10:00:00'));
    expect(dueAt).toEqual(at('2027-02-28T23:59:00'));
  });

  it.each([
    'Run every 2 days',
    'Pay rent every 15th',
    'Practice every tuesday and thursday',
    'Practice every mon, wed',
    'Practice each monday 5pm',
    'Meet every 2nd and 4th friday',
    'Run every other day at 5pm',
    'Renew every year',
    'Read every 99 weeks',
    'A weekly plan',
    'Everyday chemistry',
  ])('keeps an unsupported repeat in the name: %j', (line) => {
    expect(parseQuickAdd(line, NOW)).toEqual({ name: line, dueAt: null, points: null, recurrence: null });
  });

  it.each(['Study room 2867506d', 'Study room 9999999999999d'])(
    'keeps a number that is no possible date in the name: %j',
    (line) => {
      expect(parseQuickAdd(line, NOW)).toMatchObject({ name: line, dueAt: null });
    },
  );

  it('never returns values that a task cannot have', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (line) => {
        const { name, dueAt, points } = parseQuickAdd(line, NOW);
        expect(name.length).toBeLessThanOrEqual(100);
        expect(dueAt?.getTime() ?? Infinity).toBeGreaterThan(NOW.getTime());
        expect((points ?? 0) % 5).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('repeating', () => {
  const zone = 'America/Los_Angeles';
  const repeating = (dueAt: Date, recurrence: Recurrence) => ({
    dueAt,
    previousDueAt: null,
    recurrence,
    day: dayOfMonth(dueAt, zone),
    timeZone: zone,
  });

  it('keeps the time of day over the change to winter time', () => {
    // 17:00 in Los Angeles, before and after November 1, 2026.
    const due = at('2026-10-28T17:00:00-07:00');
    const next = nextDueAt(repeating(due, 'weekly'), at('2026-10-28T18:00:00-07:00'));
    expect(next).toEqual(at('2026-11-04T17:00:00-08:00'));
  });

  it.each(['weekly', 'daily', 'monthly'] as const)(
    '%s returns to a time that daylight saving skipped',
    (how) => {
      const [before, skipped, after] = {
        weekly: ['2027-03-07T02:30:00-08:00', '2027-03-14T03:30:00-07:00', '2027-03-21T02:30:00-07:00'],
        daily: ['2027-03-13T02:30:00-08:00', '2027-03-14T03:30:00-07:00', '2027-03-15T02:30:00-07:00'],
        monthly: ['2027-02-14T02:30:00-08:00', '2027-03-14T03:30:00-07:00', '2027-04-14T02:30:00-07:00'],
      }[how].map(at) as [Date, Date, Date];
      expect(nextDueAt(repeating(before, how), before)).toEqual(skipped);
      const next = nextDueAt({ ...repeating(skipped, how), previousDueAt: before }, skipped);
      expect(next).toEqual(after);
    },
  );

  it('keeps the time of a task that was moved to another time', () => {
    const before = at('2027-03-07T02:30:00-08:00');
    const moved = at('2027-03-14T04:30:00-07:00');
    const next = nextDueAt({ ...repeating(moved, 'weekly'), previousDueAt: before }, moved);
    expect(next).toEqual(at('2027-03-21T04:30:00-07:00'));
  });

  it('keeps to the day of the month, or the last one of a shorter month', () => {
    const january = at('2027-01-31T17:00:00-08:00');
    const february = nextDueAt(repeating(january, 'monthly'), january);
    expect(february).toEqual(at('2027-02-28T17:00:00-08:00'));
    const march = nextDueAt({ ...repeating(february, 'monthly'), day: 31 }, february);
    expect(march).toEqual(at('2027-03-31T17:00:00-07:00'));
  });

  it('ignores a day of the month on which the task is not due', () => {
    const february = at('2027-02-28T17:00:00-08:00');
    expect(dayOfMonth(february, zone, 31)).toBe(31);
    expect(dayOfMonth(february, zone, 27)).toBe(28);
    // The end of January 31 in Los Angeles is February 1 in New York.
    const january = at('2027-01-31T23:59:00-08:00');
    expect(dayOfMonth(january, zone, 31)).toBe(31);
    expect(dayOfMonth(january, 'America/New_York', 31)).toBe(1);
  });

  it('skips weekends and keeps longer intervals', () => {
    // A Friday at 17:00 in Los Angeles.
    const friday = at('2026-11-20T17:00:00-08:00');
    const next = (how: Recurrence) => nextDueAt(repeating(friday, how), friday);
    expect(next('daily')).toEqual(at('2026-11-21T17:00:00-08:00'));
    expect(next('weekdays')).toEqual(at('2026-11-23T17:00:00-08:00'));
    expect(next('every 2 weeks')).toEqual(at('2026-12-04T17:00:00-08:00'));
    expect(next('every 3 months')).toEqual(at('2027-02-20T17:00:00-08:00'));
  });

  it('accepts only known rules, and names them', () => {
    for (const rule of ['every 1 weeks', 'every 53 weeks', 'every 2 days', 'yearly', 'toString', '']) {
      expect(parseRecurrence(rule)).toBeNull();
    }
    expect(recurrenceLabel('weekdays')).toBe('Every weekday');
    expect(recurrenceLabel('monthly')).toBe('Every month');
    expect(recurrenceLabel('every 6 months')).toBe('Every 6 months');
  });

  it('is always in the future', () => {
    const moments = fc.date({
      min: at('2020-01-01T00:00:00Z'),
      max: at('2030-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(
        moments,
        moments,
        fc.constantFrom(...([...RECURRENCE_CHOICES] as [Recurrence, ...Recurrence[]])),
        (due, now, how) => {
          const next = nextDueAt(repeating(due, how), now);
          expect(next.getTime()).toBeGreaterThan(now.getTime());
          const { unit, every } = parseRecurrence(how) as RecurrenceRule;
          const span = { day: 2, weekday: 5, week: 8, month: 33 }[unit] * every * 86_400_000;
          expect(next.getTime() - Math.max(now.getTime(), due.getTime())).toBeLessThan(span);
        },
      ),
    );
  });
});

describe('postponing', () => {
  const choices = (dueAt: string) =>
    postponeChoices(at(dueAt), NOW).map(({ choice, date }) => [choice, date] as const);

  it('offers tomorrow and next Monday at the same time of day', () => {
    expect(choices('2026-11-20T17:00:00')).toEqual([
      ['tomorrow', at('2026-11-22T17:00:00')],
      ['next week', at('2026-11-23T17:00:00')],
    ]);
  });

  it('offers two different days on a Sunday', () => {
    expect(postponeChoices(at('2026-11-20T17:00:00'), at('2026-11-22T10:00:00'))).toEqual([
      { choice: 'tomorrow', date: at('2026-11-23T17:00:00') },
      { choice: 'next week', date: at('2026-11-30T17:00:00') },
    ]);
  });

  it('offers only later dates', () => {
    expect(choices('2026-11-22T23:59:00').map(([choice]) => choice)).toEqual(['next week']);
    expect(choices('2026-11-25T23:59:00')).toEqual([]);
  });
});

describe('lines of a note', () => {
  const paragraph = (text: string, bold = false): BlockNode => ({
    type: 'paragraph',
    content: [{ type: 'text', text, ...(bold ? { marks: [{ type: 'bold' as const }] } : {}) }],
  });
  const bullets = (...items: string[]): BlockNode => ({
    type: 'bulletList',
    content: items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
  });

  it('leave out markers, headings, greetings and signatures', () => {
    const body: RichTextDocument = {
      type: 'doc',
      content: [
        paragraph('Hi Maya,'),
        paragraph('What we discussed', true),
        paragraph('The essay is on track.'),
        paragraph('Before next time', true),
        bullets('Ask for the transcript', 'Order two test books', 'Order two test books'),
        paragraph('Also:'),
        paragraph('1) Call the school'),
        paragraph('Best regards,'),
        paragraph('Ana Rivera'),
      ],
    };
    expect(noteLines(body)).toEqual([
      { text: 'The essay is on track.', isBeforeNextTime: false },
      { text: 'Ask for the transcript', isBeforeNextTime: true },
      { text: 'Order two test books', isBeforeNextTime: true },
      { text: 'Call the school', isBeforeNextTime: false },
    ]);
  });

  it('keep short tasks that only look like names or greetings', () => {
    const body: RichTextDocument = {
      type: 'doc',
      content: [bullets('Thank the counselor', 'FAFSA', 'Register')],
    };
    expect(noteLines(body).map(({ text }) => text)).toEqual(['Thank the counselor', 'FAFSA', 'Register']);
  });
});

describe('grouping', () => {
  it('groups upcoming tasks by the days of the reader', () => {
    const task = (dueAt: string) => ({ dueAt: at(dueAt).toISOString() });
    const groups = groupUpcoming(
      [
        task('2026-11-20T08:00:00'),
        task('2026-11-21T23:59:00'),
        task('2026-11-22T00:00:00'),
        task('2026-11-27T23:59:00'),
        task('2026-11-28T00:00:00'),
      ],
      NOW,
      Intl.DateTimeFormat().resolvedOptions().timeZone,
    );
    expect(groups.map(({ group, tasks }) => [group, tasks.length])).toEqual([
      ['overdue', 1],
      ['today', 1],
      ['tomorrow', 1],
      ['this week', 1],
      ['later', 1],
    ]);
  });

  it('groups by the days of another time zone', () => {
    const [now, dueAt] = [new Date('2026-11-21T20:00:00Z'), '2026-11-22T04:00:00Z'];
    const groupIn = (zone: string) => groupUpcoming([{ dueAt }], now, zone)[0]?.group;
    expect(groupIn('America/Los_Angeles')).toBe('today');
    expect(groupIn('UTC')).toBe('tomorrow');
  });
});
