import { DAYS_WITHOUT_INTERACTION } from '#shared/interactions/constants.ts';
import { daysFrom } from '#shared/kernel/time-zone.ts';
import { timeZone } from '#src/lib/dates/reader-zone.ts';
import { exactMoment } from '#src/lib/dates/relative-time.ts';
import { useNow } from '#src/lib/dates/useNow.ts';
import { Badge, type Tone } from '#src/ui/display/Badge.tsx';
import { onFirstUse } from '#src/lib/on-first-use.ts';

const relative = onFirstUse(() => new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }));

function toneOf(days: number): Tone {
  if (days > DAYS_WITHOUT_INTERACTION.danger) return 'danger';
  return days > DAYS_WITHOUT_INTERACTION.warning ? 'warning' : 'neutral';
}

/** When a mentor last interacted with the student: a warning after 5 days (INT-023), danger after 10 (INT-024). */
export function LastInteractionChip({
  at,
  prefix = 'Last interaction ',
}: {
  /** The moment in ISO 8601; null when there was none. */
  at: string | null;
  /** The text before the day; empty below a heading that already says it. */
  prefix?: string;
}) {
  const now = new Date(useNow());
  if (at === null) return <Badge>No interaction yet</Badge>;
  const moment = new Date(at);
  const days = Math.max(0, -daysFrom(now, moment, timeZone()));
  return (
    <Badge tone={toneOf(days)} title={exactMoment(moment)}>
      {prefix}
      {relative().format(-days, 'day')}
    </Badge>
  );
}
