import { useQuery } from '@tanstack/react-query';
import { addDays, addMonths, format, startOfMonth } from 'date-fns';
import { useState } from 'react';
import { BOOKING_MESSAGES } from '#shared/booking/schema.ts';
import { dateIn } from '#shared/kernel/time-zone.ts';
import { slotDay, slotText, slotTime, timeElsewhere, zoneText } from '#src/lib/dates/meeting-time-text.ts';
import { readerNow, timeZone } from '#src/lib/dates/reader-zone.ts';
import { useNow } from '#src/lib/dates/useNow.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Calendar } from '#src/ui/pickers/Calendar.tsx';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { FieldError } from '#src/ui/fields/FieldError.tsx';
import { Skeleton, SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { bookingQueries } from '../queries.ts';
import { TimeChoice } from './TimeChoice.tsx';

const dayKey = (day: Date) => format(day, 'yyyy-MM-dd');

/** A month of free days and the free times of the chosen day, in the reader's time zone. */
export function SlotPicker({
  mentor,
  student,
  meeting = null,
  value,
  error,
  onChange,
}: {
  /** Global ids. */
  mentor: string;
  student: string;
  /** The meeting that is being moved. */
  meeting?: string | null;
  /** The chosen start. */
  value: string | null;
  error?: string | undefined;
  onChange: (startsAt: string) => void;
}) {
  const now = useNow();
  const [chosenMonth, setMonth] = useState<Date | null>(null);
  const [chosenDay, setChosenDay] = useState<string | null>(null);
  const thisMonth = startOfMonth(readerNow());
  const optionsOf = (month: Date) =>
    // Requests one more day on each side, because the month starts at a different moment in the reader's
    // zone.
    bookingQueries.slots({
      mentor,
      student,
      meeting,
      from: addDays(month, -1).toISOString(),
      to: addDays(addMonths(month, 1), 1).toISOString(),
    });
  // Late in a month all its times may be taken, so start with the next month.
  const start = useQuery(optionsOf(thisMonth));
  const hasThisMonth = start.data?.slots.some((slot) => slot < addMonths(thisMonth, 1).toISOString()) ?? true;
  const month = chosenMonth ?? (hasThisMonth ? thisMonth : addMonths(thisMonth, 1));
  const query = useQuery(optionsOf(month));
  if (query.data === undefined) {
    if (query.error === null) return <LoadingSlots />;
    return <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  }
  const { slots, timeZone: mentorZone, cutOffMs } = query.data;
  const byDay = Map.groupBy(slots, (slot) => dateIn(timeZone(), new Date(slot)));
  const monthKey = format(month, 'yyyy-MM');
  const firstDay = [...byDay.keys()].find((day) => day.startsWith(monthKey));
  const valueDay = value === null ? null : dateIn(timeZone(), new Date(value));
  const day = [chosenDay, valueDay].find((one) => one !== null && byDay.has(one)) ?? firstDay ?? null;
  const times = day === null ? [] : (byDay.get(day) ?? []);
  return (
    <div className="grid gap-3">
      <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)]">
        <div aria-busy={query.isFetching} className="w-fit rounded-card border max-sm:mx-auto">
          <Calendar
            label="Days with free times"
            value={day === null ? null : new Date(`${day}T00:00`)}
            limits={{ disallowPast: true }}
            month={month}
            onMonth={setMonth}
            isFree={(one) => byDay.has(dayKey(one))}
            onSelect={(one) => setChosenDay(dayKey(one))}
          />
        </div>
        {day === null && query.isPlaceholderData ? (
          <SkeletonText lines={4} />
        ) : day === null ? (
          <div className="grid content-center justify-items-start gap-3 py-4">
            <p className="text-muted">No free times in {format(month, 'MMMM')}.</p>
            <Button onClick={() => setMonth(addMonths(month, 1))}>Next month</Button>
          </div>
        ) : (
          <TimeChoice
            label={slotDay(new Date(times[0] ?? day))}
            times={times}
            value={value}
            onChange={(startsAt) => {
              setChosenDay(day);
              onChange(startsAt);
            }}
            timeText={(start) => slotTime(new Date(start))}
          />
        )}
      </div>
      <FieldError id="slot-error" error={error} />
      {value !== null && new Date(value).getTime() - now < cutOffMs && (
        <Banner tone="warning">{BOOKING_MESSAGES.tooSoon}</Banner>
      )}
      <p className="text-sm text-muted">
        Times are in {zoneText(timeZone())}.
        {value !== null && mentorZone !== null && <MentorTime value={value} zone={mentorZone} />}
      </p>
    </div>
  );
}

/** Takes the place of the calendar, the times and the note below them, so that nothing moves when they arrive. */
function LoadingSlots() {
  return (
    <div role="status" aria-label="Loading the free times" className="grid gap-3">
      <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)]">
        <Skeleton className="h-68 w-68 max-sm:mx-auto" />
        <Skeleton className="h-36" />
      </div>
      <Skeleton className="h-5 w-60" />
    </div>
  );
}

/** The chosen time on the mentor's clock, if that differs. */
function MentorTime({ value, zone }: { value: string; zone: string }) {
  const there = timeElsewhere(new Date(value), zone);
  return there === null ? null : ` ${slotText(new Date(value))} is ${there}.`;
}
