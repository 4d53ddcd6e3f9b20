import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { Button, buttonClass } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Popover } from '#src/ui/Popover.tsx';
import { SkeletonText } from '#src/ui/Skeleton.tsx';
import { useReadAllAlerts } from '../mutations.ts';
import { alertQueries } from '../queries.ts';
import { AlertItem } from './AlertItem.tsx';

/** How many alerts the popover shows; the page shows all. */
const SHOWN = 8;

/** Returns the name of the bell with the number of unread alerts. */
export function bellLabel(unread: number): string {
  return unread === 0 ? 'Alerts' : `Alerts, ${unread} unread`;
}

/** The bell in the top bar: the number of unread alerts and the newest ones. */
export function AlertBell() {
  const { data, isError, refetch, isFetching } = useQuery(alertQueries.newest());
  const readAll = useReadAllAlerts();
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
          <>
            <div className="flex h-11 items-center justify-between gap-2 border-b px-3">
              <h2 className="font-semibold">Alerts</h2>
              {data !== undefined && unread > 0 && (
                <Button variant="ghost" busy={readAll.isPending} onClick={() => readAll.mutate(data.cursor)}>
                  Mark all as read
                </Button>
              )}
            </div>
            <div className="max-h-96 overflow-y-auto">
              {data === undefined ? (
                isError ? (
                  <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
                ) : (
                  <div className="p-3">
                    <SkeletonText lines={4} />
                  </div>
                )
              ) : data.alerts.length === 0 ? (
                <EmptyState icon={<Bell />} title="Nothing new">
                  You'll see new meeting notes, due tasks and tasks added for you here.
                </EmptyState>
              ) : (
                <ul>
                  {data.alerts.slice(0, SHOWN).map((alert) => (
                    <AlertItem key={alert.pk} alert={alert} onOpen={close} />
                  ))}
                </ul>
              )}
            </div>
            <footer className="flex justify-end border-t px-2 py-1.5">
              <Link to={paths.alertFeed} onClick={close} className={buttonClass('ghost')}>
                All alerts
              </Link>
            </footer>
          </>
        )}
      </Popover>
    </span>
  );
}
