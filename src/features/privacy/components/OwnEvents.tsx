import { useInfiniteQuery } from '@tanstack/react-query';
import { eventText } from '#shared/privacy/events.ts';
import type { AuditEvent } from '#shared/privacy/responses.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { privacyQueries } from '../queries.ts';

/** Names the other people of an event. */
function others({ actor, subject, student }: AuditEvent, viewerPk: number): string {
  const about = [subject, student].flatMap((person) =>
    person === null || person.pk === viewerPk ? [] : [person.full_name],
  );
  const by = actor === null || actor.pk === viewerPk ? [] : [`By ${actor.full_name}`];
  return [...by, ...(about.length > 0 ? [`About ${about.join(' and ')}`] : [])].join(' · ');
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
              <span className="min-w-0">
                {eventText(event)} <span className="text-sm text-muted">{others(event, viewerPk)}</span>
              </span>
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
