import { hasTime } from './due-date.ts';
import { isToday, momentInSentence } from './relative-time.ts';

/** Formats the change of a due date: 'from Dec 4, 2026 to Dec 8, 2026', with both times when the day is the same. */
export function dueChangeInSentence(from: Date, to: Date, now: Date = new Date()): string {
  const isSameDay = isToday(to, from);
  const [before, after] = [from, to].map((date) => momentInSentence(date, now, isSameDay || hasTime(date)));
  return `from ${before} to ${after}`;
}
