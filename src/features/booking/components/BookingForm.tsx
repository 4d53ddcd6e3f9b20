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
import { type BookingPair, bookingQueries } from '../queries.ts';
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
  const most =
    remaining === undefined || remaining < 0 ? MAX_SERIES_LENGTH : Math.min(remaining, MAX_SERIES_LENGTH);
  const canRepeat = most > 1;
  const weeks = canRepeat ? chosen.weeks : 0;
  const times = Math.min(chosen.times, most);
  const series = useQuery({
    ...bookingQueries.series({ ...ids, startsAt: startsAt ?? '', weeks, times }),
    enabled: startsAt !== null && weeks > 0,
  });
  const planned = weeks > 0 ? (series.data ?? []) : [];
  const free = planned.filter(({ isFree }) => isFree);
  const hasNoSeries = weeks > 0 && series.isLoadingError;
  const disabledReason =
    remaining === 0
      ? BOOKING_MESSAGES.noneLeft
      : hasNoSeries
        ? 'The times of the series did not load'
        : planned.length > 0 && free.length === 0
          ? 'None of these times is free'
          : undefined;
  const choose = (slot: string) => {
    book.reset();
    setValue('startsAt', slot, { shouldValidate: formState.isSubmitted });
  };
  const changeSeries = (part: 'weeks' | 'times', value: string) => {
    book.reset();
    setValue(part, Number(value));
  };

  const submit = handleSubmit(async ({ topic, startsAt: single }) => {
    const starts = weeks > 0 ? free.map((slot) => slot.startsAt) : [single];
    try {
      const meetings = await book.mutateAsync({ ...ids, topic, startsAt: starts });
      setBooked(meetings.map((meeting) => meeting.startsAt));
    } catch {
      // The banner shows the error.
    }
  });

  if (booked !== null) {
    return (
      <Card>
        <EmptyState
          icon={<CalendarCheck />}
          title={booked.length === 1 ? 'Meeting booked' : `${booked.length} meetings booked`}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <Button
                onClick={() => {
                  reset();
                  book.reset();
                  setBooked(null);
                }}
              >
                Book another meeting
              </Button>
              <Link to={paths.meetings} className={buttonClass('primary')}>
                See your meetings
              </Link>
            </div>
          }
        >
          {booked.map((start) => slotText(new Date(start))).join(' · ')} {withNames}. Everyone invited gets an
          email with a calendar invitation.
        </EmptyState>
      </Card>
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
            {...(formState.errors.topic?.message && { error: formState.errors.topic.message })}
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
                options={countsUpTo(most)}
                value={String(times)}
                onChange={(event) => changeSeries('times', event.target.value)}
              />
            )}
          </div>
          {hasNoSeries && <ErrorState onRetry={() => void series.refetch()} retrying={series.isFetching} />}
          {planned.length > 0 && (
            <ul aria-label="Meetings of the series" className="grid gap-1 text-sm">
              {planned.map((slot) => (
                <li key={slot.startsAt} className={slot.isFree ? undefined : 'text-muted'}>
                  {slotText(new Date(slot.startsAt))}
                  {!slot.isFree && ': not free, will be left out'}
                </li>
              ))}
            </ul>
          )}
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
          disabled={weeks > 0 && startsAt !== null && series.isPending}
          {...(disabledReason && { disabledReason })}
        >
          {weeks > 0 && free.length > 1 ? `Book ${free.length} meetings` : 'Book meeting'}
        </Button>
      </div>
    </form>
  );
}
