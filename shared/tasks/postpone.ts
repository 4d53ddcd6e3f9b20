/** A date that a task can be postponed to with one click. */
export interface PostponeChoice {
  choice: 'tomorrow' | 'next week';
  date: Date;
}

/**
 * Returns tomorrow and next Monday at the task's time of day, in the reader's time zone; only dates later than the
 * current due date.
 */
export function postponeChoices(dueAt: Date, now: Date): PostponeChoice[] {
  const inDays = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, dueAt.getHours(), dueAt.getMinutes());
  const daysToMonday = (8 - now.getDay()) % 7 || 7;
  const choices: PostponeChoice[] = [
    { choice: 'tomorrow', date: inDays(1) },
    { choice: 'next week', date: inDays(daysToMonday) },
  ];
  return choices.filter(({ date }) => date.getTime() > dueAt.getTime());
}
