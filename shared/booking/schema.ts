import { z } from 'zod';
import { calendarDate } from '../kernel/dates.ts';
import { invisibleCharacters, isVisibleLine, plainText } from '../kernel/text.ts';
import { isTimeZone } from '../kernel/time-zone.ts';
import { MAX_PK } from '../kernel/ids.ts';
import type { DayRange } from './slots.ts';

/** The settings of a mentor who has not changed them. */
export const AVAILABILITY_DEFAULTS = {
  minutes: 45,
  bufferMinutes: 10,
  noticeHours: 12,
  windowDays: 60,
  dailyLimit: 8,
} as const;

/** The lengths of meetings to choose from, in minutes. */
export const MEETING_LENGTHS = [15, 30, 45, 60, 90] as const;
export const BUFFER_LENGTHS = [0, 5, 10, 15, 30] as const;
export const MAX_NOTICE_HOURS = 14 * 24;
export const MAX_WINDOW_DAYS = 180;
export const MAX_DAILY_LIMIT = 20;
export const MAX_TOPIC_LENGTH = 100;
export const MAX_REASON_LENGTH = 500;
/** The maximum number of meetings of a series. */
export const MAX_SERIES_LENGTH = 12;
/** The maximum number of days of one list of free times. */
export const MAX_SLOT_DAYS = 45;

/** The name of a meeting without a topic. */
export const DEFAULT_TOPIC = 'Meeting';

const MINUTES_OF_DAY = 24 * 60;
const MAX_RANGES_PER_DAY = 6;
const MAX_OVERRIDES = 100;

export const BOOKING_MESSAGES = {
  taken: 'That time was just taken',
  notFree: 'This time cannot be booked. Choose one of the free times.',
  noneLeft: 'No meetings left this month',
  noMeetings: 'Meetings are not part of this plan.',
  changed: 'Someone else changed this meeting. Look at its new time first.',
  availabilityChanged: 'Your availability was changed in another window. Reload the page to see it.',
  tooLate: 'This meeting starts too soon to be changed.',
  tooSoon: 'You cannot move or cancel a meeting that starts this soon.',
  over: 'This meeting has started, is over or was canceled.',
  overlapping: 'These hours overlap',
  endBeforeStart: 'The end must be after the start',
} as const;

/** Returns the message for a booking of more meetings than are left. */
export function tooManyMeetings(left: number): string {
  if (left === 0) return BOOKING_MESSAGES.noneLeft;
  return `Only ${left === 1 ? '1 meeting' : `${left} meetings`} left this month. Choose at most ${left}.`;
}

/**
 * The reasons of meetings that are canceled because an account is deleted or disabled, or a mentor removed. They name
 * nobody, and do not say that an account is disabled.
 */
export const DEPARTURE_REASONS = {
  mentor: 'The mentor has left GoPath.',
  student: 'The student has left GoPath.',
  relation: 'The mentor no longer works with the student.',
  disabledMentor: 'The mentor is not available.',
  disabledStudent: 'The student is not available.',
} as const;

/** Returns whether ranges of one day overlap. */
export function haveOverlap(ranges: readonly DayRange[]): boolean {
  const sorted = [...ranges].sort((a, b) => a.start - b.start);
  return sorted.some((range, index) => index > 0 && range.start < (sorted[index - 1]?.end ?? 0));
}

const minute = z.int().min(0).max(MINUTES_OF_DAY);
const dayRange = z
  .object({ start: minute, end: minute })
  .refine(({ start, end }) => start < end, { error: BOOKING_MESSAGES.endBeforeStart, path: ['end'] });

const rangesOfDay = z
  .array(dayRange)
  .max(MAX_RANGES_PER_DAY, `Use at most ${MAX_RANGES_PER_DAY} time ranges a day`)
  .refine((ranges) => !haveOverlap(ranges), BOOKING_MESSAGES.overlapping);

const wholeNumber = (name: string, min: number, max: number) =>
  z
    .int(`${name} must be a whole number`)
    .min(min, `${name} must be at least ${min}`)
    .max(max, `${name} must be at most ${max}`);

/** The availability of a mentor, as the form and the server check it. */
export const availabilityInput = z.object({
  timeZone: z.string().refine(isTimeZone, 'Choose a time zone'),
  minutes: wholeNumber('The length', 15, 240),
  bufferMinutes: wholeNumber('The buffer', 0, 120),
  noticeHours: wholeNumber('The notice', 0, MAX_NOTICE_HOURS),
  windowDays: wholeNumber('The booking window', 1, MAX_WINDOW_DAYS),
  dailyLimit: wholeNumber('The daily limit', 1, MAX_DAILY_LIMIT),
  /** One entry per weekday, Sunday first. */
  week: z.array(rangesOfDay).length(7),
  overrides: z
    .array(z.object({ day: calendarDate('Choose a date'), ranges: rangesOfDay }))
    .max(MAX_OVERRIDES, `Use at most ${MAX_OVERRIDES} dates`)
    .refine(
      (overrides) => new Set(overrides.map(({ day }) => day)).size === overrides.length,
      'Each date can be listed once',
    ),
  /** The version that the change is based on; 0 for the first one. */
  version: z.int().min(0).max(MAX_PK),
});
export type AvailabilityInput = z.output<typeof availabilityInput>;

const oneLine = (name: string, max: number) =>
  plainText({ name, max }).refine(isVisibleLine, invisibleCharacters(name));

/** The topic of a meeting; it can be empty. */
export const topicText = oneLine('The topic', MAX_TOPIC_LENGTH);

/** The part of a booking that people type. */
export const bookingInput = z.object({
  topic: topicText,
  startsAt: z
    .array(z.date())
    .min(1, 'Choose a time')
    .max(MAX_SERIES_LENGTH, `Book at most ${MAX_SERIES_LENGTH} meetings at once`),
});

/** The form of a cancellation. */
export const cancellationForm = z.object({
  reason: oneLine('The reason', MAX_REASON_LENGTH).min(1, 'Enter a reason'),
});
