import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { Button, buttonClass } from '#src/ui/buttons/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { useReadAllAlerts } from '../mutations.ts';
import { alertQueries } from '../queries.ts';
import { AlertItem } from './AlertItem.tsx';

/** The maximum number of alerts shown; the page of alerts shows all. */
const SHOWN = 8;

/** The content of the bell's popover: the newest alerts and a link to all of them. */
export function NewestAlerts({ onClose }: { onClose: () => void }) {
  const { data, isError, refetch, isFetching } = useQuery(alertQueries.newest());
  const readAll = useReadAllAlerts();
  const unread = data?.unread_count ?? 0;
  return (
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
              <AlertItem key={alert.pk} alert={alert} onOpen={onClose} />
            ))}
          </ul>
        )}
      </div>
      <div className="flex justify-end border-t px-2 py-1.5">
        <Link to={paths.alertFeed} onClick={onClose} className={buttonClass('ghost')}>
          All alerts
        </Link>
      </div>
    </>
  );
}
