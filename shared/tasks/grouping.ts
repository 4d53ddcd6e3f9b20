/** Groups tasks by time for screens. Free of libraries, so that the popup can import it. */
import { daysFrom } from '../kernel/time-zone.ts';

/** The groups of upcoming tasks, in order. */
export const UPCOMING_GROUPS = ['overdue', 'today', 'tomorrow', 'this week', 'later'] as const;
export type UpcomingGroup = (typeof UPCOMING_GROUPS)[number];

/** Returns the group of a due date in a time zone; 'this week' ends six days from today. */
export function groupOf(dueAt: Date, now: Date, timeZone: string): UpcomingGroup {
  if (dueAt.getTime() <= now.getTime()) return 'overdue';
  const days = daysFrom(now, dueAt, timeZone);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  return days <= 6 ? 'this week' : 'later';
}

/** Groups tasks by due date in their order; omits empty groups. */
export function groupUpcoming<Task extends { dueAt: string | null }>(
  tasks: readonly Task[],
  now: Date,
  timeZone: string,
): { group: UpcomingGroup; tasks: Task[] }[] {
  const byGroup = Map.groupBy(
    tasks.filter((task) => task.dueAt !== null),
    (task) => groupOf(new Date(task.dueAt as string), now, timeZone),
  );
  return UPCOMING_GROUPS.flatMap((group) => {
    const members = byGroup.get(group);
    return members === undefined ? [] : [{ group, tasks: members }];
  });
}
