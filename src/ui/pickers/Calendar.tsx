import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker } from 'react-day-picker';
import { useState } from 'react';
import type { DateLimits } from '#src/lib/dates/date-input.ts';
import { readerNow } from '#src/lib/dates/reader-zone.ts';
import { onFirstUse } from '#src/lib/on-first-use.ts';

const NAV =
  'grid size-8 place-items-center rounded-control text-muted transition-colors hover:bg-hover hover:text-text aria-disabled:opacity-40';

const CLASS_NAMES = {
  root: 'relative p-2',
  months: 'relative',
  month: 'grid gap-2',
  month_caption: 'flex h-8 items-center px-2',
  caption_label: 'flex items-center gap-1',
  dropdowns: 'flex gap-3 font-semibold',
  dropdown_root:
    'relative inline-flex items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
  dropdown: 'absolute inset-0 z-10 cursor-pointer bg-surface text-text opacity-0',
  nav: 'absolute top-0 right-0 z-10 flex',
  button_previous: NAV,
  button_next: NAV,
  weekday: 'size-9 text-xs font-medium text-muted',
  day: 'p-0 text-center',
  day_button:
    'grid size-9 place-items-center rounded-control tabular-nums transition-colors hover:bg-hover disabled:cursor-not-allowed',
  today: 'font-semibold text-accent-text',
  selected: '[&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent-hover',
  outside: 'text-muted',
  disabled: 'text-muted line-through',
  hidden: 'invisible',
};

/** The look of days when only some are free: those stand out, and nothing is crossed out. */
const FREE_DAYS = {
  caption_label: 'font-semibold',
  disabled: 'text-muted',
  free: 'not-aria-selected:[&>button]:bg-accent-soft not-aria-selected:[&>button]:font-semibold not-aria-selected:[&>button]:text-accent-text',
};

/** Names a day with the number that is visible; the library's names have '1st' instead of '1'. */
const dayName = onFirstUse(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'full' }));

/** A month view for choosing a day, with lists for month and year. */
export function Calendar({
  value,
  onSelect,
  limits,
  label,
  month,
  onMonth,
  isFree,
}: {
  value: Date | null;
  onSelect: (day: Date) => void;
  limits: DateLimits;
  label?: string;
  /** The month on the screen; by default that of the value. */
  month?: Date;
  onMonth?: (month: Date) => void;
  /** For a calendar in a page: whether a day can be chosen. */
  isFree?: (day: Date) => boolean;
}) {
  const [today] = useState(readerNow);
  const year = today.getFullYear();
  return (
    <DayPicker
      mode="single"
      aria-label={label}
      today={today}
      // The calendar opens on demand, and arrow keys must work immediately.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={isFree === undefined}
      showOutsideDays={isFree === undefined}
      captionLayout={isFree === undefined ? 'dropdown' : 'label'}
      startMonth={isFree === undefined ? new Date(year - 100, 0) : today}
      {...(month !== undefined && { month })}
      {...(onMonth !== undefined && { onMonthChange: onMonth })}
      endMonth={new Date(year + 20, 11)}
      defaultMonth={value ?? today}
      selected={value ?? undefined}
      onSelect={(day) => day && onSelect(day)}
      disabled={[
        ...(limits.disallowPast ? [{ before: today }] : []),
        ...(limits.disallowFuture ? [{ after: today }] : []),
        ...(isFree === undefined ? [] : [(day: Date) => !isFree(day)]),
      ]}
      {...(isFree !== undefined && {
        modifiers: { free: isFree },
        modifiersClassNames: { free: FREE_DAYS.free },
      })}
      classNames={{
        ...CLASS_NAMES,
        ...(isFree === undefined
          ? {}
          : { caption_label: FREE_DAYS.caption_label, disabled: FREE_DAYS.disabled }),
      }}
      labels={{
        labelDayButton: (day, modifiers) =>
          `${modifiers['today'] ? 'Today, ' : ''}${dayName().format(day)}${modifiers['selected'] ? ', selected' : ''}`,
      }}
      components={{
        Chevron: ({ orientation }) => {
          const Icon = { left: ChevronLeft, right: ChevronRight, up: ChevronDown, down: ChevronDown }[
            orientation ?? 'down'
          ];
          return <Icon aria-hidden className={orientation === 'down' ? 'size-3.5 text-muted' : 'size-4'} />;
        },
      }}
    />
  );
}
