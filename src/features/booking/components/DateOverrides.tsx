import { format } from 'date-fns';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { DayRange } from '#shared/booking/slots.ts';
import { zonedFormatter } from '#shared/kernel/time-zone.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { DatePicker } from '#src/ui/pickers/DatePicker.tsx';
import { FieldError } from '#src/ui/fields/FieldError.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { DayRanges } from './DayRanges.tsx';

interface Override {
  day: string;
  ranges: DayRange[];
}

const dayFormat = zonedFormatter(undefined, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});
const dayText = (day: string) => dayFormat('UTC').format(new Date(day));

/** Returns why a date cannot be added; undefined when it can. */
function whyNotAddable(day: string | null, overrides: readonly Override[]): string | undefined {
  if (day === null) return 'Choose a date';
  return overrides.some((one) => one.day === day) ? 'This date is listed above' : undefined;
}

/** Dates whose hours differ from the weekly hours, or that have none. */
export function DateOverrides({
  overrides,
  errorOf,
  error,
  onChange,
}: {
  overrides: readonly Override[];
  errorOf: (index: number) => string | undefined;
  error: string | undefined;
  onChange: (overrides: Override[]) => void;
}) {
  const [date, setDate] = useState<Date | null>(null);
  const day = date === null ? null : format(date, 'yyyy-MM-dd');
  return (
    <div className="grid gap-3">
      {overrides.length === 0 && (
        <p className="text-muted">Add a date on which you are away, or available at other times.</p>
      )}
      <ul className="grid gap-2">
        {overrides.map((override, index) => {
          const name = dayText(override.day);
          return (
            <li key={override.day} className="relative flex items-start gap-x-3 gap-y-1 max-sm:flex-col">
              <p className="w-36 shrink-0 py-1.5 font-medium max-sm:pb-0">{name}</p>
              <div className="flex w-full min-w-0 flex-1">
                <DayRanges
                  day={name}
                  ranges={override.ranges}
                  error={errorOf(index)}
                  empty="Unavailable all day"
                  onChange={(ranges) =>
                    onChange(overrides.map((one) => (one.day === override.day ? { ...one, ranges } : one)))
                  }
                  action={
                    <IconButton
                      label={`Remove ${name}`}
                      icon={<Trash2 />}
                      onClick={() => onChange(overrides.filter((one) => one.day !== override.day))}
                    />
                  }
                />
              </div>
            </li>
          );
        })}
      </ul>
      <FieldError id="overrides-error" error={error} />
      <div className="flex flex-wrap items-end gap-2">
        <DatePicker label="Date" className="w-44" disallowPast value={date} onChange={setDate} />
        <Button
          className="mb-1"
          onClick={() => {
            if (day === null) return;
            onChange([...overrides, { day, ranges: [] }].sort((a, b) => (a.day < b.day ? -1 : 1)));
            setDate(null);
          }}
          disabledReason={whyNotAddable(day, overrides)}
        >
          Add date
        </Button>
      </div>
    </div>
  );
}
