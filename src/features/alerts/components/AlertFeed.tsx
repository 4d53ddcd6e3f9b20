import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { useReadAllAlerts } from '../mutations.ts';
import { alertQueries } from '../queries.ts';
import { AlertItem } from './AlertItem.tsx';

/** All alerts of the signed-in person, newest first. */
export function AlertFeed() {
  const newest = useQuery(alertQueries.newest());
  const history = useInfiniteQuery(alertQueries.history());
  const readAll = useReadAllAlerts();
  const alerts = history.data?.pages.flatMap((page) => page.alerts) ?? [];
  const unread = newest.data?.unread_count ?? 0;
  return (
    <Card
      padded={false}
      title="Newest first"
      action={
        newest.data !== undefined && (
          <Button
            busy={readAll.isPending}
            disabledReason={unread === 0 ? 'All alerts are read' : undefined}
            onClick={() => readAll.mutate(newest.data.cursor)}
          >
            Mark all as read
          </Button>
        )
      }
    >
      {history.isPending && (
        <div className="p-4">
          <SkeletonText lines={6} />
        </div>
      )}
      {history.isError && alerts.length === 0 && (
        <ErrorState onRetry={() => void history.refetch()} retrying={history.isFetching} />
      )}
      {history.isSuccess && alerts.length === 0 && (
        <EmptyState icon={<Bell />} title="No alerts yet">
          You&apos;ll see new meeting notes, due tasks and tasks added for you here.
        </EmptyState>
      )}
      {alerts.length > 0 && (
        <ul className="border-t">
          {alerts.map((alert) => (
            <AlertItem key={alert.pk} alert={alert} />
          ))}
        </ul>
      )}
      {history.hasNextPage && (
        <div className="flex justify-center border-t p-3">
          <Button busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            Show older alerts
          </Button>
        </div>
      )}
    </Card>
  );
}
