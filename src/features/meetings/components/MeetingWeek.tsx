import clsx from 'clsx';
import { addDays, format, startOfWeek } from 'date-fns';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dateIn } from '#shared/kernel/time-zone.ts';
import { paths } from '#shared/kernel/paths.ts';
import { timeRangeText } from '#src/lib/dates/meeting-time-text.ts';
import { fromReaderClock, readerFormat, readerNow, timeZone } from '#src/lib/dates/reader-zone.ts';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { PlainButton } from '#src/ui/buttons/PlainButton.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { type MeetingDetail, meetingPageQueries } from '../page-queries.ts';
import { JoinLink } from './JoinLink.tsx';
import { meetingTitle } from './meeting-title.ts';

const DAYS = [0, 1, 2, 3, 4, 5, 6];
const range = readerFormat({ month: 'short', day: 'numeric', year: 'numeric' });
const weekday = readerFormat({ weekday: 'short' });
const weekdayAndDate = readerFormat({ weekday: 'long', month: 'long', day: 'numeric' });

function WeekMeeting({ meeting, viewerPk }: { meeting: MeetingDetail; viewerPk: number }) {
  const title = meetingTitle(meeting, viewerPk);
  const content = (
    <>
      <span className="block text-xs text-muted tabular-nums">{timeRangeText(meeting)}</span>
      <span className="block font-medium">{title}</span>
      <span className="block text-sm text-muted">{meeting.name}</span>
    </>
  );
  const box = 'block rounded-control border-l-2 border-accent bg-accent-soft px-2 py-1.5';
  const isMovable = meeting.permissions.includes('change_bookedmeeting');
  return (
    <li className="grid gap-1" data-private>
      {isMovable ? (
        <Link to={paths.rescheduleMeeting(meeting.simplybookId)} className={clsx(box, 'hover:underline')}>
          {content}
          <span className="sr-only">Reschedule</span>
        </Link>
      ) : (
        <div className={box}>{content}</div>
      )}
      <JoinLink meeting={meeting} viewerPk={viewerPk} />
    </li>
  );
}

/**
 * The meetings of one week by day; seven columns on a wide screen.
 * @param week any day of the week as yyyy-MM-dd; null for the current one
 */
export function MeetingWeek({
  viewerPk,
  week,
  onWeek,
}: {
  viewerPk: number;
  week: string | null;
  onWeek: (week: string | null) => void;
}) {
  const today = readerNow();
  const first = startOfWeek(week === null ? today : new Date(`${week}T00:00`));
  const to = addDays(first, 7);
  const query = useQuery(
    meetingPageQueries.between(fromReaderClock(first).toISOString(), fromReaderClock(to).toISOString()),
  );
  const byDay = Map.groupBy(query.data ?? [], ({ startsAt }) => dateIn(timeZone(), new Date(startsAt)));
  const move = (days: number) => onWeek(format(addDays(first, days), 'yyyy-MM-dd'));
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 border-b px-3 py-2">
        <h2 className="mr-auto font-semibold" aria-live="polite">
          {range().formatRange(fromReaderClock(first), fromReaderClock(addDays(first, 6)))}
        </h2>
        <PlainButton variant="ghost" onClick={() => onWeek(null)}>
          Today
        </PlainButton>
        <IconButton label="Previous week" icon={<ChevronLeft />} onClick={() => move(-7)} />
        <IconButton label="Next week" icon={<ChevronRight />} onClick={() => move(7)} />
      </div>
      {query.data === undefined ? (
        query.error === null ? (
          <div className="p-4">
            <SkeletonText lines={6} />
          </div>
        ) : (
          <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
        )
      ) : (
        <ol aria-label="Days of the week" className="grid divide-y lg:grid-cols-7 lg:divide-x lg:divide-y-0">
          {DAYS.map((offset) => {
            const day = addDays(first, offset);
            const key = format(day, 'yyyy-MM-dd');
            const isToday = key === format(today, 'yyyy-MM-dd');
            const moment = fromReaderClock(day);
            const meetings = byDay.get(key) ?? [];
            return (
              <li
                key={key}
                aria-label={weekdayAndDate().format(moment)}
                {...(isToday && { 'aria-current': 'date' as const })}
                className="flex min-w-0 gap-3 p-2 max-lg:px-4 lg:min-h-72 lg:flex-col lg:gap-2"
              >
                <p
                  className={clsx(
                    'shrink-0 text-sm max-lg:w-14',
                    isToday ? 'font-semibold text-accent-text' : 'text-muted',
                  )}
                >
                  {weekday().format(moment)} {day.getDate()}
                </p>
                {meetings.length === 0 ? (
                  <p className="text-sm text-muted lg:sr-only">No meetings</p>
                ) : (
                  <ul className="grid min-w-0 flex-1 content-start gap-2">
                    {meetings.map((meeting) => (
                      <WeekMeeting key={meeting.id} meeting={meeting} viewerPk={viewerPk} />
                    ))}
                  </ul>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
