import { hasTime } from './due-date.ts';
import { daysAway, isToday, momentInSentence, timeInWords } from './relative-time.ts';

/**
 * Formats a due date for the middle of a sentence: 'today at 5:00 PM', 'Dec 4, 2026 at 5:00 PM', or 'Dec 4, 2026' for
 * the end of a day that is not near.
 */
export function dueInSentence(dueAt: Date, now: Date = new Date(), withTime = hasTime(dueAt)): string {
  const text = momentInSentence(dueAt, now);
  return withTime && daysAway(dueAt, now) >= 7 ? `${text} at ${timeInWords(dueAt)}` : text;
}

/** Formats the change of a due date: 'from Dec 4, 2026 to Dec 8, 2026', with both times when the day is the same. */
export function dueChangeInSentence(from: Date, to: Date, now: Date = new Date()): string {
  const isSameDay = isToday(to, from);
  const [before, after] = [from, to].map((date) => dueInSentence(date, now, isSameDay || hasTime(date)));
  return `from ${before} to ${after}`;
}
