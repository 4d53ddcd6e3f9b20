import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { DayRange } from '#shared/booking/slots.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Popover } from '#src/ui/overlays/Popover.tsx';
import { DayRanges } from './DayRanges.tsx';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** Monday first, as people plan. */
const ORDER = [1, 2, 3, 4, 5, 6, 0];

function CopyHours({ from, onCopy }: { from: number; onCopy: (days: number[]) => void }) {
  const others = ORDER.filter((day) => day !== from);
  const [days, setDays] = useState<readonly number[]>([]);
  return (
    <div className="grid gap-2 p-1">
      <p className="font-medium">Copy {DAYS[from]} to</p>
      {others.map((day) => (
        <Checkbox
          key={day}
          label={DAYS[day] ?? ''}
          checked={days.includes(day)}
          onChange={({ target }) =>
            setDays(target.checked ? [...days, day] : days.filter((one) => one !== day))
          }
        />
      ))}
      <Button
        variant="primary"
        onClick={() => onCopy([...days])}
        disabledReason={days.length === 0 ? 'Choose a day' : undefined}
      >
        Copy hours
      </Button>
    </div>
  );
}

/** The hours of each weekday, which can be copied to others. */
export function WeeklyHours({
  week,
  errorOf,
  onChange,
}: {
  /** Sunday first. */
  week: readonly DayRange[][];
  errorOf: (weekday: number) => string | undefined;
  onChange: (week: DayRange[][]) => void;
}) {
  return (
    <ul className="grid gap-2">
      {ORDER.map((day) => {
        const name = DAYS[day] ?? '';
        return (
          <li key={day} className="relative flex items-start gap-x-3 gap-y-1 max-sm:flex-col">
            <p className="w-24 shrink-0 py-1.5 font-medium max-sm:pb-0">{name}</p>
            <div className="flex w-full min-w-0 flex-1">
              <DayRanges
                day={name}
                ranges={week[day] ?? []}
                error={errorOf(day)}
                empty="Unavailable"
                onChange={(ranges) => onChange(week.map((one, at) => (at === day ? ranges : one)))}
                action={
                  <Popover
                    label={`Copy the hours of ${name}`}
                    trigger={<IconButton label={`Copy the hours of ${name}`} icon={<Copy />} />}
                  >
                    {(close) => (
                      <CopyHours
                        from={day}
                        onCopy={(days) => {
                          const copied = (week[day] ?? []).map((range) => ({ ...range }));
                          onChange(week.map((one, at) => (days.includes(at) ? copied : one)));
                          close();
                        }}
                      />
                    )}
                  </Popover>
                }
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
