import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Popover } from '#src/ui/overlays/Popover.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { alertQueries } from '../queries.ts';

// Loaded when the bell is first opened: every page shows the bell.
const NewestAlerts = lazy(async () => ({ default: (await import('./NewestAlerts.tsx')).NewestAlerts }));

/** Returns the name of the bell with the number of unread alerts. */
export function bellLabel(unread: number): string {
  return unread === 0 ? 'Alerts' : `Alerts, ${unread} unread`;
}

/** The bell in the top bar: the number of unread alerts and the newest ones. */
export function AlertBell() {
  const { data } = useQuery(alertQueries.newest());
  const unread = data?.unread_count ?? 0;
  return (
    <span className="relative inline-grid">
      {unread > 0 && (
        <span
          aria-hidden
          className="pointer-events-none absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-danger px-1 text-xs font-medium text-on-accent tabular-nums"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
      <Popover
        label="Alerts"
        trigger={<IconButton label={bellLabel(unread)} icon={<Bell />} />}
        className="grid w-96 max-w-[calc(100vw-16px)] grid-rows-[auto_1fr_auto] p-0"
      >
        {(close) => (
          <Suspense
            fallback={
              <div className="p-3">
                <SkeletonText lines={4} />
              </div>
            }
          >
            <NewestAlerts onClose={close} />
          </Suspense>
        )}
      </Popover>
    </span>
  );
}
