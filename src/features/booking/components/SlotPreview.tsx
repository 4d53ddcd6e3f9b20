import { useMemo } from 'react';
import { type AvailabilityInput, availabilityInput } from '#shared/booking/schema.ts';
import { freeSlots } from '#shared/booking/slots.ts';
import { dateIn } from '#shared/kernel/time-zone.ts';
import { slotDay, slotTime, zoneText } from '#src/lib/dates/meeting-time-text.ts';
import { timeZone } from '#src/lib/dates/reader-zone.ts';
import { useNow } from '#src/lib/dates/useNow.ts';
import { Card } from '#src/ui/display/Card.tsx';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 14;

/** A time that does not wrap between the hour and 'PM'. */
const unbrokenTime = (slot: Date) => slotTime(slot).replaceAll(/\s/g, '\u00A0');

/** The times that people could book in the next two weeks with these settings, ignoring booked meetings. */
export function SlotPreview({ values }: { values: AvailabilityInput }) {
  const now = useNow();
  const byDay = useMemo(() => {
    const parsed = availabilityInput.safeParse(values);
    if (!parsed.success) return null;
    const hours = parsed.data.week.flatMap((ranges, weekday) =>
      ranges.map((range) => ({ ...range, weekday })),
    );
    const window = { from: new Date(now), to: new Date(now + SHOWN_DAYS * DAY_MS) };
    const slots = freeSlots({ ...parsed.data, hours }, { mentor: [], student: [] }, window, new Date(now));
    return Map.groupBy(slots, (slot) => dateIn(timeZone(), slot));
  }, [values, now]);
  return (
    <Card title="Preview" className="lg:sticky lg:top-16">
      {byDay === null ? (
        <p className="text-muted">Correct the marked fields to see the times that people can book.</p>
      ) : byDay.size === 0 ? (
        <p className="text-muted">Nobody can book a meeting in the next two weeks. Add hours to a day.</p>
      ) : (
        <>
          <p className="mb-3 text-sm text-muted">
            Times that people can book in the next two weeks, in {zoneText(timeZone())}. Meetings already
            booked are not taken into account.
          </p>
          <ul
            aria-label="Times that people can book"
            // Scrolls with the keyboard too.
            tabIndex={0}
            className="grid max-h-96 gap-3 overflow-y-auto"
          >
            {[...byDay.values()].map((slots) => (
              <li key={slots[0]?.toISOString()}>
                <p className="font-medium">{slotDay(slots[0] as Date)}</p>
                <p className="text-sm text-muted tabular-nums">{slots.map(unbrokenTime).join(' · ')}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
