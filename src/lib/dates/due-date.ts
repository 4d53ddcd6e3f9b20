import { isToday, momentInSentence, momentInWords } from './relative-time.ts';

/** Returns whether a due date has a time: without one it is the end of its day, 11:59 PM. */
export function hasTime(dueAt: Date): boolean {
  return isToday(new Date(dueAt.getTime() + 60_000), dueAt);
}

/** Formats a due date relative to today, with its time: 'Today, 5:00 PM', 'Dec 4, 2026, 5:00 PM', 'Dec 4, 2026'. */
export function dueInWords(dueAt: Date): string {
  return momentInWords(dueAt, undefined, hasTime(dueAt));
}

/**
 * Formats a due date for the middle of a sentence: 'today at 5:00 PM', 'Dec 4, 2026 at 5:00 PM', or 'Dec 4, 2026' for
 * the end of a day that is not near.
 */
export function dueInSentence(dueAt: Date, now?: Date): string {
  return momentInSentence(dueAt, now, hasTime(dueAt));
}
