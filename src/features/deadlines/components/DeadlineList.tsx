import clsx from 'clsx';
import { GraduationCap, PenLine } from 'lucide-react';
import { Link } from 'react-router';
import { deadlinePath } from '#shared/deadlines/paths.ts';
import { dateIn } from '#shared/kernel/time-zone.ts';
import { COLLEGE_REQUIREMENTS } from '#shared/roadmap/college-requirements.ts';
import { timeZone } from '#src/lib/dates/reader-zone.ts';
import { useNow } from '#src/lib/dates/useNow.ts';
import { onFirstUse } from '#src/lib/on-first-use.ts';
import type { Deadline } from '../queries.ts';

// Not `calendarDateFormat`: its module also has the format of other pages, and this list is on the first one.
const day = onFirstUse(
  () => new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
);

/** Returns when something is due: 'Today', 'Tomorrow', 'In 9 days', or 'Missed'. */
function dueText(dueOn: string, today: string): string {
  const days = Math.round((Date.parse(dueOn) - Date.parse(today)) / 86_400_000);
  if (days < 0) return 'Missed';
  if (days === 0) return 'Today';
  return days === 1 ? 'Tomorrow' : `In ${days} days`;
}

/** Deadlines of applications and essays, by date. */
export function DeadlineList({
  deadlines,
  viewerPk,
  withStudent = true,
}: {
  deadlines: readonly Deadline[];
  viewerPk: number;
  /** Whether the rows of other people name the student. */
  withStudent?: boolean;
}) {
  const today = dateIn(timeZone(), new Date(useNow()));
  if (deadlines.length === 0) return <p className="text-muted">No deadlines in the next 30 days.</p>;
  return (
    <ul className="grid gap-1">
      {deadlines.map(({ kind, pk, title, dueOn, done, student }) => {
        const isCollege = kind === 'COLLEGE';
        const Icon = isCollege ? GraduationCap : PenLine;
        const isOwn = student.pk === viewerPk;
        const details = [
          ...(isOwn || !withStudent ? [] : [student.fullName]),
          isCollege ? `${done} of ${COLLEGE_REQUIREMENTS.length} done` : 'Essay',
        ];
        return (
          <li key={`${kind}:${pk}`} className="flex min-h-11 items-center gap-3 py-1">
            <Icon aria-hidden className="size-4 shrink-0 text-muted" />
            <div className="min-w-0 flex-1">
              <Link
                to={deadlinePath({ kind, pk, studentPk: student.pk }, viewerPk)}
                className="block truncate rounded-control hover:text-accent-text hover:underline"
              >
                {title}
              </Link>
              <p className="truncate text-xs text-muted tabular-nums">{details.join(' · ')}</p>
            </div>
            <p className={clsx('shrink-0 text-right text-xs tabular-nums', dueOn < today && 'text-danger')}>
              <span className="block font-medium">{dueText(dueOn, today)}</span>
              <time dateTime={dueOn}>{day().format(new Date(dueOn))}</time>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
