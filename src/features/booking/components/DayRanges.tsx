import { Plus, X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { DayRange } from '#shared/booking/slots.ts';
import { zonedFormatter } from '#shared/kernel/time-zone.ts';
import { FieldError } from '#src/ui/fields/FieldError.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Select } from '#src/ui/fields/Select.tsx';

const STEP = 15;
const HOUR = 60;
const MINUTES_OF_DAY = 24 * HOUR;
/** The first range added to a day without hours. */
const WORKDAY: DayRange = { start: 9 * HOUR, end: 17 * HOUR };

const clock = zonedFormatter(undefined, { hour: 'numeric', minute: '2-digit' });
/** Formats minutes after midnight; the reader's zone must not shift them. */
const minuteText = (minute: number) => clock('UTC').format(new Date(minute * 60_000));

const optionsFrom = (first: number, last: number, chosen: number) => {
  const steps = Array.from({ length: (last - first) / STEP + 1 }, (_, index) => first + index * STEP);
  return [...new Set([...steps, chosen])]
    .sort((a, b) => a - b)
    .map((minute) => ({
      value: String(minute),
      label: minute === MINUTES_OF_DAY ? 'Midnight' : minuteText(minute),
    }));
};

/** Returns the ranges with a new one after the last. */
export function withRange(ranges: readonly DayRange[]): DayRange[] {
  const last = ranges.at(-1);
  if (last === undefined) return [WORKDAY];
  const start = Math.min(last.end + HOUR, MINUTES_OF_DAY - HOUR);
  return [...ranges, { start, end: Math.min(start + 2 * HOUR, MINUTES_OF_DAY) }];
}

/** The hours of a day: each range with start and end, and buttons to add and remove. */
export function DayRanges({
  day,
  ranges,
  error,
  empty,
  action,
  onChange,
}: {
  /** Names the day for screen readers. */
  day: string;
  ranges: readonly DayRange[];
  error: string | undefined;
  /** The text for a day without hours. */
  empty: string;
  /** An additional button for the day. */
  action?: ReactNode;
  onChange: (ranges: DayRange[]) => void;
}) {
  const errorId = useId();
  const put = (index: number, change: Partial<DayRange>) =>
    onChange(ranges.map((one, at) => (at === index ? { ...one, ...change } : one)));
  return (
    <div className="flex min-w-0 flex-1 items-start gap-2">
      <div
        role="group"
        aria-label={`Hours on ${day}`}
        aria-describedby={error === undefined ? undefined : errorId}
        className="grid min-w-0 flex-1 gap-2"
      >
        {ranges.length === 0 && <p className="py-1.5 text-muted">{empty}</p>}
        {ranges.map(({ start, end }, index) => (
          // Ranges have no id.
          <div key={index} className="flex items-center gap-1.5">
            <Select
              hideLabel
              label={`${day}, start of range ${index + 1}`}
              className="w-28 max-sm:w-auto max-sm:flex-1"
              options={optionsFrom(0, MINUTES_OF_DAY - STEP, start)}
              value={String(start)}
              onChange={({ target }) => put(index, { start: Number(target.value) })}
            />
            <span aria-hidden>–</span>
            <Select
              hideLabel
              label={`${day}, end of range ${index + 1}`}
              className="w-28 max-sm:w-auto max-sm:flex-1"
              options={optionsFrom(STEP, MINUTES_OF_DAY, end)}
              value={String(end)}
              onChange={({ target }) => put(index, { end: Number(target.value) })}
            />
            <IconButton
              label={`Remove range ${index + 1} of ${day}`}
              icon={<X />}
              onClick={() => onChange(ranges.filter((_, at) => at !== index))}
            />
          </div>
        ))}
        <FieldError id={errorId} error={error} />
      </div>
      {/* On a phone, next to the name of the day. */}
      <div className="flex shrink-0 max-sm:absolute max-sm:top-0 max-sm:right-0">
        <IconButton
          label={`Add hours on ${day}`}
          icon={<Plus />}
          onClick={() => onChange(withRange(ranges))}
        />
        {action}
      </div>
    </div>
  );
}
