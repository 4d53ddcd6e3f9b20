import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import { exactMoment } from '#src/lib/dates/relative-time.ts';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { ErrorState, NotFoundState } from '#src/ui/feedback/ErrorState.tsx';
import { Skeleton, SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { UpButton } from '#src/ui/navigation/UpLink.tsx';
import { useToggleArchive } from '../mutations.ts';
import { type BugReportDetail, bugReportQueries } from '../queries.ts';

const CityMap = lazy(() => import('./CityMap.tsx'));

/** One bug report, for the people who handle them (BUG-005 to BUG-015). */
export function BugReportView({ pk, onBack }: { pk: number; onBack: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(bugReportQueries.detail(pk));
  const toggle = useToggleArchive();
  if (error instanceof AppError && error.code === 'NOT_FOUND') return <NotFoundState />;
  return (
    <div className="grid gap-4">
      <header className="grid gap-2">
        <UpButton onClick={onBack}>Back</UpButton>
        <div className="flex flex-wrap items-center gap-2">
          <h1 className="text-2xl font-semibold">Bug report {pk}</h1>
          {data?.archived && <Badge>Archived</Badge>}
          {data && (
            <Button className="ml-auto" busy={toggle.isPending} onClick={() => toggle.mutate(data.id)}>
              {data.archived ? 'Unarchive' : 'Archive'}
            </Button>
          )}
        </div>
      </header>
      {data !== undefined ? (
        <Details report={data} />
      ) : error !== null ? (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonText lines={8} />
      )}
    </div>
  );
}

function Details({ report }: { report: BugReportDetail }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid gap-4">
        <Card title="Description">
          <p className="reading whitespace-pre-wrap">{report.body}</p>
        </Card>
        <Card title="Screenshot">
          {report.screenshot !== null ? (
            <Screenshot pk={report.pk} />
          ) : (
            <p className="text-muted">
              {report.screenshotErased
                ? 'The screenshot was erased after 90 days.'
                : 'The reporter chose not to include a screenshot.'}
            </p>
          )}
        </Card>
      </div>
      <div className="grid gap-4">
        <Card title="Report">
          <dl className="grid gap-3">
            <Row name="Time submitted">
              <time dateTime={report.createdAt}>{exactMoment(new Date(report.createdAt))}</time>
            </Row>
            <Row name="Reporter">
              <Reporter user={report.user} />
            </Row>
            <Row name="Browser and OS">{report.browser}</Row>
            <Row name="IP address">{report.ipAddress ?? 'Erased after 90 days'}</Row>
            <Row name="Page">{report.page || 'Not known'}</Row>
            <Row name="User agent">
              <span className="text-sm break-words">{report.userAgent || 'None'}</span>
            </Row>
            <Row name="Commit hash">
              <code className="font-mono text-sm">{report.commitHash || 'None'}</code>
            </Row>
          </dl>
        </Card>
        <Card title="City">
          <City report={report} />
        </Card>
      </div>
    </div>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** The reporter's name, linked to the profile when an email exists (BUG-010). */
function Reporter({ user }: { user: BugReportDetail['user'] }) {
  const name = (
    <>
      <Avatar name={user.fullName} picture={user.picture} size="small" />
      {user.fullName}
    </>
  );
  return (
    <span className="flex flex-wrap items-center gap-2" data-private>
      {user.email ? (
        <Link to={paths.user(user.pk)} className="inline-flex items-center gap-2 font-medium hover:underline">
          {name}
        </Link>
      ) : (
        name
      )}
      <Badge>{user.role}</Badge>
    </span>
  );
}

function Screenshot({ pk }: { pk: number }) {
  const { data, isError, refetch, isFetching } = useQuery(bugReportQueries.screenshot(pk));
  if (data !== undefined) {
    return <img src={data} alt="What the reporter saw" className="max-w-full rounded-control border" />;
  }
  if (isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  return <Skeleton className="h-64 w-full" />;
}

const NO_CITY: Record<Exclude<BugReportDetail['locationState'], 'KNOWN'>, string> = {
  PRIVATE: 'The address belongs to a private network, so it has no city.',
  UNKNOWN: 'The city of this address is not known.',
  ERASED: 'The city was erased after 90 days.',
};

function City({ report: { city, locationState } }: { report: BugReportDetail }) {
  if (locationState !== 'KNOWN' || city === null) {
    return <p className="text-muted">{NO_CITY[locationState === 'KNOWN' ? 'UNKNOWN' : locationState]}</p>;
  }
  const place = [city.city, city.region, city.postalCode, city.countryName].filter(Boolean).join(', ');
  return (
    <div className="grid gap-2">
      <p>{place}</p>
      {city.latitude !== null && city.longitude !== null && (
        <Suspense fallback={<Skeleton className="aspect-2/1 w-full" />}>
          <CityMap
            name={city.city || city.region || city.countryName}
            latitude={city.latitude}
            longitude={city.longitude}
          />
        </Suspense>
      )}
      <p className="text-xs text-muted">
        <a href="https://db-ip.com" target="_blank" rel="noreferrer" className="underline">
          IP Geolocation by DB-IP
        </a>{' '}
        (CC BY 4.0). Borders: Natural Earth.
      </p>
    </div>
  );
}
