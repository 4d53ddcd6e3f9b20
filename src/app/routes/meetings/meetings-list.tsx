import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarCog } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { isCalendarDate } from '#shared/kernel/dates.ts';
import { paths } from '#shared/kernel/paths.ts';
import { BookLink } from '#src/features/booking/components/BookLink.tsx';
import { CancelMeetingDialog } from '#src/features/booking/components/CancelMeetingDialog.tsx';
import { MeetingsRemaining } from '#src/features/booking/components/MeetingsRemaining.tsx';
import { type BookingPair, bookingQueries } from '#src/features/booking/queries.ts';
import { MeetingCard, MeetingDay } from '#src/features/meetings/components/MeetingCard.tsx';
import { meetingTitle } from '#src/features/meetings/components/meeting-title.ts';
import { MeetingWeek } from '#src/features/meetings/components/MeetingWeek.tsx';
import {
  type MeetingDetail,
  type MeetingPeriod,
  meetingPageQueries,
} from '#src/features/meetings/page-queries.ts';
import { slotDay, slotText } from '#src/lib/dates/meeting-time-text.ts';
import { dayInWords } from '#src/lib/dates/relative-time.ts';
import { Button, buttonClass } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SegmentedControl } from '#src/ui/fields/SegmentedControl.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { backStateOf } from '../../shell/back-link.ts';
import { useMe } from '../../shell/me.ts';
import { NotFoundPage } from '../not-found.tsx';

const VIEWS = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
  { value: 'canceled', label: 'Canceled' },
  { value: 'week', label: 'Week' },
] as const;
type View = (typeof VIEWS)[number]['value'];

const PERIODS: Record<Exclude<View, 'week'>, readonly MeetingPeriod[]> = {
  upcoming: ['NOW', 'UPCOMING'],
  past: ['PAST'],
  canceled: ['CANCELED'],
};

const EMPTY: Record<Exclude<View, 'week'>, { title: string; text: string }> = {
  upcoming: { title: 'No upcoming meetings', text: 'Meetings you book appear here, with the link to join.' },
  past: { title: 'No past meetings', text: 'Meetings appear here after they end, with their notes.' },
  canceled: { title: 'No canceled meetings', text: 'Canceled meetings appear here with the reason.' },
};

/**
 * Returns the students whose remaining meetings are shown; none for a mentor, who has many students and sees
 * the number on the booking page.
 */
function studentsOf(pairs: readonly BookingPair[], viewerPk: number): BookingPair['student'][] {
  if (pairs.some(({ mentor }) => mentor.pk === viewerPk)) return [];
  return [...new Map(pairs.map(({ student }) => [student.pk, student])).values()];
}

/** The meetings of one or two periods by day, with a button for more. */
function MeetingPages({
  view,
  viewerPk,
  action,
  canBook,
}: {
  view: Exclude<View, 'week'>;
  viewerPk: number;
  /** The link to the booking page. */
  action: ReactNode;
  /** Whether the viewer can book another meeting of the same people. */
  canBook: (meeting: MeetingDetail) => boolean;
}) {
  const back = backStateOf(useLocation());
  const [canceling, setCanceling] = useState<MeetingDetail | null>(null);
  const [current, last] = PERIODS[view].length === 2 ? PERIODS[view] : [null, PERIODS[view][0]];
  const running = useQuery({ ...meetingPageQueries.running(), enabled: current !== null });
  const pages = useInfiniteQuery(meetingPageQueries.pages(last as MeetingPeriod));
  if (pages.data === undefined || (current !== null && running.data === undefined)) {
    if (pages.error === null && running.error === null) {
      return (
        <div className="p-4">
          <SkeletonText lines={6} />
        </div>
      );
    }
    const retry = () => void Promise.all([pages.refetch(), running.refetch()]);
    return <ErrorState onRetry={retry} retrying={pages.isFetching} />;
  }
  const meetings = [
    ...(current === null ? [] : (running.data ?? [])),
    ...pages.data.pages.flatMap(({ edges }) => edges.map(({ node }) => node)),
  ];
  // Canceled meetings are past and upcoming ones: 'Monday' would be both the last and the next one.
  const dayText = view === 'canceled' ? slotDay : dayInWords;
  const byDay = Map.groupBy(meetings, ({ startsAt }) => dayText(new Date(startsAt)));
  // Someone else may have moved it since the dialog was opened.
  const toCancel = meetings.find(({ id }) => id === canceling?.id) ?? canceling;
  const { title, text } = EMPTY[view];
  return (
    <>
      {meetings.length === 0 && (
        <EmptyState icon={<CalendarClock />} title={title} action={view === 'canceled' ? undefined : action}>
          {text}
        </EmptyState>
      )}
      {[...byDay].map(([day, ofDay]) => (
        <MeetingDay key={day} day={day}>
          {ofDay.map((meeting) => (
            <MeetingCard
              key={meeting.id}
              meeting={meeting}
              viewerPk={viewerPk}
              state={back}
              onCancel={setCanceling}
              bookAgain={
                current === null &&
                canBook(meeting) && (
                  <BookLink
                    people={{ student: meeting.client.pk, mentor: meeting.provider.pk }}
                    label="Book again"
                    description={meetingTitle(meeting, viewerPk)}
                  />
                )
              }
            />
          ))}
        </MeetingDay>
      ))}
      {pages.hasNextPage && (
        <div className="flex justify-center border-t p-3">
          <Button onClick={() => void pages.fetchNextPage()} busy={pages.isFetchingNextPage}>
            Show more
          </Button>
        </div>
      )}
      {toCancel !== null && (
        <CancelMeetingDialog
          meeting={{
            id: toCancel.id,
            sequence: toCancel.sequence,
            returnsToBalance: toCancel.returnsToBalance,
            title: `${meetingTitle(toCancel, viewerPk)}, ${slotText(new Date(toCancel.startsAt))}`,
          }}
          onClose={() => setCanceling(null)}
        />
      )}
    </>
  );
}

/** /meetings/ (MEET-045), for people with meetings (MEET-046). */
export function Component() {
  const me = useMe();
  const [params, setParams] = useSearchParams();
  const pairs = useQuery({ ...bookingQueries.pairs(), enabled: me.show_meetings });
  if (!me.show_meetings) return <NotFoundPage />;
  const view = VIEWS.find(({ value }) => value === params.get('show'))?.value ?? 'upcoming';
  const week = params.get('week');
  const canBook = ({ client, provider }: MeetingDetail) =>
    me.access === 'full' &&
    (pairs.data ?? []).some(({ student, mentor }) => student.pk === client.pk && mentor.pk === provider.pk);
  const students = studentsOf(pairs.data ?? [], me.pk);
  const book = (
    <Link to={paths.bookMeeting} className={buttonClass('primary')}>
      Book meeting
    </Link>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <title>Meetings · GoPath</title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl font-semibold">Meetings</h1>
          {students.map((student) => (
            <MeetingsRemaining key={student.pk} student={student} withName={students.length > 1} />
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {me.capabilities.includes('offer_meetings') && (
            <Link to={paths.availability} className={buttonClass('secondary')}>
              <CalendarCog aria-hidden className="size-4" />
              Availability
            </Link>
          )}
          {book}
        </div>
      </header>
      <SegmentedControl
        label="Show meetings"
        segments={VIEWS}
        value={view}
        onChange={(show) => setParams(show === 'upcoming' ? {} : { show }, { replace: true })}
      />
      <Card padded={false} className="overflow-hidden">
        {view === 'week' ? (
          <MeetingWeek
            viewerPk={me.pk}
            week={week !== null && isCalendarDate(week) ? week : null}
            onWeek={(next) =>
              setParams({ show: 'week', ...(next === null ? {} : { week: next }) }, { replace: true })
            }
          />
        ) : (
          <MeetingPages key={view} view={view} viewerPk={me.pk} action={book} canBook={canBook} />
        )}
      </Card>
    </div>
  );
}
