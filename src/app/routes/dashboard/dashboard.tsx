import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { ProgressSection } from '#src/features/dashboard/components/ProgressSection.tsx';
import { ReviewRequests } from '#src/features/dashboard/components/ReviewRequests.tsx';
import type { DashboardState } from '#src/features/dashboard/queries.ts';
import { readerFormat } from '#src/lib/dates/reader-zone.ts';
import { useConcurrentData } from '#src/lib/queries/useConcurrentData.ts';
import { buttonClass } from '#src/ui/buttons/Button.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { useReadOnlyReason } from '#src/ui/read-only.ts';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import type { FirstPage } from '../../shell/loading/first-page.ts';
import { useMe } from '../../shell/me.ts';
import { DeadlinesSection } from './DeadlinesSection.tsx';
import { CurrentMeetings, MeetingSections } from './MeetingSections.tsx';
import { NotesSection } from './NotesSection.tsx';
import { StudentsSection } from './StudentsSection.tsx';
import { ChildrenSections, OwnTaskSections } from './TaskSections.tsx';
import { dashboardQuery, useDashboard } from './useDashboard.ts';

// Loaded on demand: only staff see these sections, and every first visit opens this page.
const staffSections = () => import('#src/features/dashboard/components/StaffSections.tsx');
const OpenReports = lazy(async () => ({ default: (await staffSections()).OpenReports }));
const FailedJobs = lazy(async () => ({ default: (await staffSections()).FailedJobs }));
const Connections = lazy(async () => ({ default: (await staffSections()).Connections }));
const PendingInvitations = lazy(async () => ({ default: (await staffSections()).PendingInvitations }));

const today = readerFormat({ weekday: 'long', day: 'numeric', month: 'long' });

const COLUMNS = 'grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]';

/** A placeholder as high as a screen, so that nothing below it moves when the sections appear. */
function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Loading" className={`${COLUMNS} min-h-dvh`}>
      <div className="grid gap-4">
        <Skeleton className="h-44 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
      <div className="grid gap-4">
        <Skeleton className="h-64 w-full" />
        <Skeleton className="h-44 w-full" />
      </div>
    </div>
  );
}

function Sections({ me, state }: { me: Me; state: DashboardState }) {
  const followsChildren = me.capabilities.includes('follow_children');
  // Staff without students would only see empty sections, so these are hidden.
  const hideEmpty = state.bugReports !== null || state.invitations !== null;
  const [self] = state.people;
  return (
    <div className="grid gap-4">
      {followsChildren && (
        <>
          <CurrentMeetings me={me} meetings={state.meetings} />
          <ChildrenSections me={me} people={state.people} />
        </>
      )}
      <div className={COLUMNS}>
        <div className="grid gap-4">
          {state.bugReports !== null && <OpenReports reports={state.bugReports} />}
          {state.failedJobs !== null && <FailedJobs jobs={state.failedJobs} />}
          {state.connections !== null && <Connections connections={state.connections} />}
          {state.reviewRequests !== null && <ReviewRequests requests={state.reviewRequests} />}
          {!followsChildren && <CurrentMeetings me={me} meetings={state.meetings} />}
          <MeetingSections me={me} state={state} hideEmpty={hideEmpty} />
          {!followsChildren && <OwnTaskSections me={me} state={state} hideEmpty={hideEmpty} />}
        </div>
        <div className="grid gap-4">
          {state.invitations !== null && <PendingInvitations invitations={state.invitations} />}
          {me.capabilities.includes('own_roadmap') && self !== undefined && (
            <>
              <DeadlinesSection person={self} viewerPk={me.pk} />
              <ProgressSection person={self} isOwn />
            </>
          )}
          {state.students !== null && <StudentsSection students={state.students} hideEmpty={hideEmpty} />}
          <NotesSection me={me} notes={state.notes} hideEmpty={hideEmpty} />
        </div>
      </div>
    </div>
  );
}

export const handle: FirstPage = {
  loadFirst: (client, me) => client.prefetchQuery(dashboardQuery(client, me)),
};

/** The start page of a signed-in person (SHEL-001). */
export function Component() {
  const me = useMe();
  const readOnly = useReadOnlyReason();
  const [now] = useState(() => new Date());
  const { data, isError, isFetching, refetch } = useDashboard(me);
  const state = useConcurrentData(data);
  return (
    <div className="grid gap-6">
      <title>Dashboard · GoPath</title>
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <p className="text-sm text-muted">{today().format(now)}</p>
          <h1 className="text-2xl font-semibold">Hello, {me.first_name}</h1>
        </div>
        {me.capabilities.includes('write_notes') && readOnly === undefined && (
          <Link to={paths.newNote} state={{ back: paths.home }} className={buttonClass('secondary')}>
            <Plus aria-hidden className="size-4" />
            Create Note
          </Link>
        )}
      </header>
      {state === undefined ? (
        isError ? (
          <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <DashboardSkeleton />
        )
      ) : (
        <Suspense fallback={<DashboardSkeleton />}>
          <Sections me={me} state={state} />
        </Suspense>
      )}
    </div>
  );
}
