import clsx from 'clsx';
import { AlarmClock, Check, Ellipsis } from 'lucide-react';
import { Link } from 'react-router';
import type { Alert } from '#shared/alerts/responses.ts';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Menu } from '#src/ui/overlays/Menu.tsx';
import { showError } from '#src/ui/feedback/snackbar.ts';
import { useReadOnlyReason } from '#src/ui/read-only.ts';
import { Moment } from '#src/ui/display/Moment.tsx';
import { fromReaderClock, toReaderClock } from '#src/lib/dates/reader-zone.ts';
import { useReadAlert, useSnoozeAlert } from '../mutations.ts';

/** The choices for snoozing, counted from the moment of the choice. */
const SNOOZE_TIMES: { label: string; until: (now: Date) => Date }[] = [
  { label: 'Snooze for an hour', until: (now) => new Date(now.getTime() + 3_600_000) },
  { label: 'Snooze until tomorrow morning', until: (now) => morningIn(1, now) },
  { label: 'Snooze until next Monday', until: (now) => nextMonday(now) },
];

/** Returns 8 AM some days from now, on the reader's clock. */
function morningIn(days: number, now: Date): Date {
  const today = toReaderClock(now);
  return fromReaderClock(new Date(today.getFullYear(), today.getMonth(), today.getDate() + days, 8));
}

function nextMonday(now: Date): Date {
  return morningIn((8 - toReaderClock(now).getDay()) % 7 || 7, now);
}

/** An alert with its time, reason and actions. */
export function AlertItem({ alert, onOpen }: { alert: Alert; onOpen?: () => void }) {
  const read = useReadAlert();
  const snooze = useSnoozeAlert();
  const readOnly = useReadOnlyReason();
  const isUnread = alert.read_at === null;
  return (
    <li className="flex items-start gap-2 border-t px-3 py-2.5 first:border-t-0">
      <span
        aria-hidden
        className={clsx('mt-1.5 size-2 shrink-0 rounded-full', isUnread ? 'bg-accent' : 'bg-transparent')}
      />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <Link
          to={alert.path}
          onClick={() => {
            if (isUnread) read.mutate(alert.pk);
            onOpen?.();
          }}
          className={clsx(
            'w-fit max-w-full rounded-control wrap-anywhere hover:underline',
            isUnread && 'font-semibold',
          )}
          data-private
        >
          {isUnread && <span className="sr-only">Unread: </span>}
          {alert.title}
        </Link>
        {alert.body !== '' && (
          <p className="text-sm wrap-anywhere" data-private>
            {alert.body}
          </p>
        )}
        <p className="text-xs text-muted">
          <Moment value={alert.appeared_at ?? alert.created_at} /> · {alert.reason}
        </p>
      </div>
      <Menu
        trigger={<IconButton label={`Actions for ${alert.title}`} icon={<Ellipsis />} />}
        actions={[
          ...(isUnread
            ? [
                {
                  label: 'Mark as read',
                  icon: <Check />,
                  onSelect: () =>
                    read.mutate(alert.pk, { onError: () => showError("Couldn't mark the alert as read") }),
                },
              ]
            : []),
          ...SNOOZE_TIMES.map(({ label, until }) => ({
            label,
            icon: <AlarmClock />,
            disabledReason: readOnly,
            onSelect: () => snooze.mutate({ pk: alert.pk, until: until(new Date()) }),
          })),
        ]}
      />
    </li>
  );
}
