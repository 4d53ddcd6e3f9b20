import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { z } from 'zod';
import { BOOKING_MESSAGES, MAX_SERIES_LENGTH, MAX_TOPIC_LENGTH, topicText } from '#shared/booking/schema.ts';
import { remainingText } from '#shared/memberships/plans.ts';
import { paths } from '#shared/kernel/paths.ts';
import { slotText } from '#src/lib/dates/meeting-time-text.ts';
import { Button, buttonClass } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { chosenTime } from '../chosen-time.ts';
import { useBookMeetings } from '../mutations.ts';
import { type BookingPair, bookingQueries, type SeriesMeeting } from '../queries.ts';
import { SlotPicker } from './SlotPicker.tsx';
import { TakenSlot } from './TakenSlot.tsx';

const bookingForm = z.object({
  topic: topicText,
  startsAt: chosenTime,
  /** Weeks between the meetings of a series; 0 is a single meeting. */
  weeks: z.number(),
  times: z.number(),
});
type Values = z.input<typeof bookingForm>;
type SeriesChoice = Pick<Values, 'startsAt' | 'weeks' | 'times'>;

const REPEATS = [
  { value: '0', label: 'Does not repeat' },
  { value: '1', label: 'Every week' },
  { value: '2', label: 'Every 2 weeks' },
];
/** Returns the choices for the number of meetings of a series. */
const countsUpTo = (most: number) =>
  Array.from({ length: most - 1 }, (_, index) => ({
    value: String(index + 2),
    label: `${index + 2} meetings`,
  }));

/** Says that the meetings are booked. */
function BookedMessage({
  starts,
  withNames,
  onBookAnother,
}: {
  starts: readonly string[];
  withNames: string;
  onBookAnother: () => void;
}) {
  return (
    <Card>
      <EmptyState
        icon={<CalendarCheck />}
        title={starts.length === 1 ? 'Meeting booked' : `${starts.length} meetings booked`}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={onBookAnother}>Book another meeting</Button>
            <Link to={paths.meetings} className={buttonClass('primary')}>
              See your meetings
            </Link>
          </div>
        }
      >
        {starts.map((start) => slotText(new Date(start))).join(' · ')} {withNames}. Everyone invited gets an
        email with a calendar invitation.
      </EmptyState>
    </Card>
  );
}

/** The meetings of a planned series, with those that will be left out. */
function SeriesMeetings({ meetings }: { meetings: readonly SeriesMeeting[] }) {
  return (
    <ul aria-label="Meetings of the series" className="grid gap-1 text-sm">
      {meetings.map(({ startsAt, isFree }) => (
        <li key={startsAt} className={isFree ? undefined : 'text-muted'}>
          {slotText(new Date(startsAt))}
          {!isFree && ': not free, will be left out'}
        </li>
      ))}
    </ul>
  );
}

/** Returns the longest series that a student can book. @param remaining negative when unlimited */
function longestSeries(remaining: number | undefined): number {
  if (remaining === undefined || remaining < 0) return MAX_SERIES_LENGTH;
  return Math.min(remaining, MAX_SERIES_LENGTH);
}

/** Reads the planned meetings of a series; none while a single meeting is chosen. */
function useSeries(pair: { mentor: string; student: string }, { startsAt, weeks, times }: SeriesChoice) {
  const query = useQuery({
    ...bookingQueries.series({ ...pair, startsAt: startsAt ?? '', weeks, times }),
    enabled: startsAt !== null && weeks > 0,
  });
  const meetings = weeks > 0 ? (query.data ?? []) : [];
  return {
    meetings,
    free: meetings.filter(({ isFree }) => isFree),
    isLoading: weeks > 0 && startsAt !== null && query.isPending,
    hasFailed: weeks > 0 && query.isLoadingError,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
  };
}

/** Returns why the chosen times cannot be booked; undefined when they can. */
function whyNotBookable(
  remaining: number | undefined,
  { meetings, free, hasFailed }: Pick<ReturnType<typeof useSeries>, 'meetings' | 'free' | 'hasFailed'>,
): string | undefined {
  if (remaining === 0) return BOOKING_MESSAGES.noneLeft;
  if (hasFailed) return 'The times of the series did not load';
  if (meetings.length > 0 && free.length === 0) return 'None of these times is free';
  return undefined;
}

/** Books a meeting, or a series of meetings, for a mentor and a student. */
export function BookingForm({ pair, withNames }: { pair: BookingPair; withNames: string }) {
  const book = useBookMeetings();
  const [booked, setBooked] = useState<string[] | null>(null);
  const { register, control, handleSubmit, setValue, formState, reset } = useForm<
    Values,
    unknown,
    z.output<typeof bookingForm>
  >({
    resolver: zodResolver(bookingForm),
    defaultValues: { topic: '', startsAt: null, weeks: 0, times: 4 },
  });
  const chosen = useWatch({ control }) as Values;
  const { startsAt } = chosen;
  const ids = { mentor: pair.mentor.id, student: pair.student.id };
  const { data: remaining } = useQuery(bookingQueries.remaining(pair.student.id));
  const longest = longestSeries(remaining);
  const canRepeat = longest > 1;
  const weeks = canRepeat ? chosen.weeks : 0;
  const times = Math.min(chosen.times, longest);
  const series = useSeries(ids, { startsAt, weeks, times });
  const disabledReason = whyNotBookable(remaining, series);
  const choose = (slot: string) => {
    book.reset();
    setValue('startsAt', slot, { shouldValidate: formState.isSubmitted });
  };
  const changeSeries = (part: 'weeks' | 'times', value: string) => {
    book.reset();
    setValue(part, Number(value));
  };

  const submit = handleSubmit(async ({ topic, startsAt: single }) => {
    const starts = weeks > 0 ? series.free.map((slot) => slot.startsAt) : [single];
    try {
      const meetings = await book.mutateAsync({ ...ids, topic, startsAt: starts });
      setBooked(meetings.map((meeting) => meeting.startsAt));
    } catch {
      // The banner shows the error.
    }
  });

  if (booked !== null) {
    return (
      <BookedMessage
        starts={booked}
        withNames={withNames}
        onBookAnother={() => {
          reset();
          book.reset();
          setBooked(null);
        }}
      />
    );
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <Card title="Time">
        <SlotPicker
          key={`${ids.mentor} ${ids.student}`}
          {...ids}
          value={startsAt}
          error={formState.errors.startsAt?.message}
          onChange={choose}
        />
      </Card>
      <Card title="Details">
        <div className="grid gap-4">
          <TextField
            label="Topic"
            optional
            maxLength={MAX_TOPIC_LENGTH}
            placeholder="What do you want to talk about?"
            error={formState.errors.topic?.message}
            {...register('topic')}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            {canRepeat && (
              <Select
                label="Repeat"
                options={REPEATS}
                value={String(weeks)}
                onChange={(event) => changeSeries('weeks', event.target.value)}
              />
            )}
            {weeks > 0 && (
              <Select
                label="Number of meetings"
                options={countsUpTo(longest)}
                value={String(times)}
                onChange={(event) => changeSeries('times', event.target.value)}
              />
            )}
          </div>
          {series.hasFailed && <ErrorState onRetry={series.retry} retrying={series.isFetching} />}
          {series.meetings.length > 0 && <SeriesMeetings meetings={series.meetings} />}
        </div>
      </Card>
      <TakenSlot error={book.error} onChoose={choose} />
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        {remaining !== undefined && (
          <p className="text-sm text-muted">Meetings remaining: {remainingText(remaining)}</p>
        )}
        <Button
          type="submit"
          variant="primary"
          busy={book.isPending}
          disabled={series.isLoading}
          disabledReason={disabledReason}
        >
          {series.free.length > 1 ? `Book ${series.free.length} meetings` : 'Book meeting'}
        </Button>
      </div>
    </form>
  );
}
