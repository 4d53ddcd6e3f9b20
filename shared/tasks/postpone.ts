/** A date that a task can be postponed to with one click. */
export interface PostponeChoice {
  choice: 'tomorrow' | 'next week';
  date: Date;
}

/**
 * Returns tomorrow and next week's Monday at the task's time of day, in the reader's time zone. Leaves out
 * dates that are not later than the current due date. Weeks start on Sunday, so on a Sunday next week's
 * Monday is not tomorrow.
 */
export function postponeChoices(dueAt: Date, now: Date): PostponeChoice[] {
  const inDays = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, dueAt.getHours(), dueAt.getMinutes());
  const choices: PostponeChoice[] = [
    { choice: 'tomorrow', date: inDays(1) },
    { choice: 'next week', date: inDays(8 - now.getDay()) },
  ];
  return choices.filter(({ date }) => date.getTime() > dueAt.getTime());
}
