import { useInfiniteQuery } from '@tanstack/react-query';
import { ownEventText } from '#shared/privacy/events.ts';
import type { AuditEvent } from '#shared/privacy/responses.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { privacyQueries } from '../queries.ts';

/** What happened, and the other people of the event. */
function EventLine({ event, viewerPk }: { event: AuditEvent; viewerPk: number }) {
  const { event: text, people } = ownEventText(event, viewerPk);
  return (
    <span className="min-w-0">
      {text}
      {people !== '' && <span className="text-sm text-muted"> · {people}</span>}
    </span>
  );
}

/** The security events of the viewer: sign-ins, changes of the account, and who viewed their data. */
export function OwnEvents({ viewerPk }: { viewerPk: number }) {
  const query = useInfiniteQuery(privacyQueries.ownEvents());
  const events = query.data?.pages.flatMap((page) => page.events);
  if (events === undefined) {
    return (
      <Card title="Account activity">
        {query.isError ? (
          <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : (
          <SkeletonText lines={5} />
        )}
      </Card>
    );
  }
  return (
    <Card title="Account activity" padded={false}>
      {events.length === 0 ? (
        <p className="px-4 pb-4 text-muted">
          Sign-ins, changes of your account, and staff access to your data appear here.
        </p>
      ) : (
        <ul className="divide-y border-t" data-private>
          {events.map((event) => (
            <li key={event.pk} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2.5">
              <EventLine event={event} viewerPk={viewerPk} />
              <span className="text-sm text-muted">
                <Moment value={event.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="flex justify-center border-t p-3">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show 10 more
          </Button>
        </div>
      )}
    </Card>
  );
}
