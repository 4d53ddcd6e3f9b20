import { useQuery } from '@tanstack/react-query';
import type { Connection, ConnectionError, ConnectionName } from '#shared/connections/responses.ts';
import { connectionLabel, connectionStateLabel, connectionTone } from '#shared/connections/texts.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { connectionQueries } from '../queries.ts';
import { SimplybookDetails } from './SimplybookDetails.tsx';

const PURPOSES: Readonly<Record<ConnectionName, string>> = {
  simplybook: 'Bookings, clients and memberships',
  payments: 'Paid memberships',
  mail: 'Invitations, alerts and calendar invitations',
  identity: 'Accounts and sign-in',
};

const WHEN_OFF: Readonly<Record<ConnectionName, string>> = {
  simplybook: 'Meetings are booked in our own calendar.',
  payments: 'Everyone has the free plan.',
  mail: 'Emails are not sent.',
  identity: '',
};

const LAST_SUCCESS: Readonly<Record<ConnectionName, string>> = {
  simplybook: 'Last response',
  payments: 'Last payment event',
  mail: 'Last email sent',
  identity: 'Last sign-in',
};

const ERRORS: Readonly<Record<ConnectionError, string>> = {
  credentials: 'The login or API key was rejected. Check the settings.',
  unreachable: 'No response. GoPath keeps trying.',
  limit: 'API call limit reached. Syncs continue later.',
  unexpected: 'Unexpected responses.',
};

function Details({ connection }: { connection: Connection }) {
  const { name, state, error, failing_since: since, last_success_at: last } = connection;
  if (state === 'off') return <p className="text-sm text-muted">{WHEN_OFF[name]}</p>;
  return (
    <>
      {since !== null && (
        <p className="text-sm">
          Since <Moment inline value={since} />
          {error === null ? '' : `: ${ERRORS[error]}`}
        </p>
      )}
      <p className="text-sm text-muted">
        {LAST_SUCCESS[name]}: {last === null ? 'none yet' : <Moment value={last} />}
      </p>
    </>
  );
}

/** The state of every connected system, for staff. */
export function ConnectionList() {
  const { data, error, refetch, isFetching } = useQuery(connectionQueries.list());
  if (data === undefined && error !== null) {
    return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header>
        <h1 className="text-2xl font-semibold">Connections</h1>
        <p className="text-muted">Systems that GoPath works with, and whether they respond.</p>
      </header>
      {data === undefined ? (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-64 w-full" />
        </div>
      ) : (
        <>
          <ul aria-label="Connections" className="grid gap-3 sm:grid-cols-2">
            {data.connections.map((connection) => (
              <li key={connection.name}>
                <Card className="grid h-full content-start gap-1">
                  <div className="flex items-center justify-between gap-2">
                    <h2 className="font-semibold">{connectionLabel(connection.name)}</h2>
                    <Badge tone={connectionTone(connection.state)}>
                      {connectionStateLabel(connection.state)}
                    </Badge>
                  </div>
                  <p className="text-sm">{PURPOSES[connection.name]}</p>
                  <Details connection={connection} />
                </Card>
              </li>
            ))}
          </ul>
          {data.simplybook !== null && <SimplybookDetails details={data.simplybook} />}
        </>
      )}
    </div>
  );
}
