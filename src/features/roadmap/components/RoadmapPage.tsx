import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import { useConcurrentData } from '#src/lib/queries/useConcurrentData.ts';
import { useIsPrinting } from '#src/lib/useIsPrinting.ts';
import { buttonClass } from '#src/ui/buttons/Button.tsx';
import { ErrorState, NotFoundState } from '#src/ui/feedback/ErrorState.tsx';
import { Skeleton, SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { TabLinks, tabClass } from '#src/ui/navigation/Tabs.tsx';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import { YearBadge } from '#src/ui/display/YearBadge.tsx';
import { type Roadmap, roadmapQueries } from '../queries.ts';
import { ROADMAP_TABS, type RoadmapTabPath } from '../tabs.ts';
import { RoadmapChangesContext, useRoadmapChanges } from '../unsaved/useEntryChanges.ts';
import { RoadmapReport } from './RoadmapReport.tsx';

/** A placeholder while the roadmap loads, as high as a screen, so that the footer does not move when it appears. */
export function RoadmapLoading() {
  return (
    <div
      className="grid min-h-dvh content-start gap-4"
      aria-busy="true"
      aria-label="Loading the roadmap"
      role="status"
    >
      <Skeleton className="h-7 w-64" />
      <Skeleton className="h-10 w-full" />
      <SkeletonText lines={8} />
    </div>
  );
}

/** Loads a student's roadmap and shows it, or a loading, missing or error state. */
export function WithRoadmap({
  studentPk,
  missing,
  children,
}: {
  studentPk: number;
  /** Shown when the student has none. */
  missing: ReactNode;
  children: (roadmap: Roadmap) => ReactNode;
}) {
  const { data, error, isFetching, refetch } = useQuery(roadmapQueries.of(studentPk));
  const roadmap = useConcurrentData(data);
  if (roadmap !== undefined) return roadmap === null ? missing : children(roadmap);
  if (error === null) return <RoadmapLoading />;
  if (error instanceof AppError && error.code === 'NOT_FOUND') return <NotFoundState />;
  return <ErrorState asPage onRetry={() => void refetch()} retrying={isFetching} />;
}

/** Provides the unsaved changes of a roadmap. They belong to one student: give it a `key` of the roadmap. */
function UnsavedChanges({
  owner,
  roadmap,
  children,
}: {
  owner: string;
  roadmap: Roadmap;
  children: ReactNode;
}) {
  return <RoadmapChangesContext value={useRoadmapChanges(owner, roadmap)}>{children}</RoadmapChangesContext>;
}

/** Title, tabs and the current tab. Prints the report from every tab (ROAD-028, ROAD-029). */
export function RoadmapPage({
  roadmap,
  base,
  current,
  isOwn,
  owner,
  visibility,
  children,
}: {
  roadmap: Roadmap;
  /** The path of the roadmap. */
  base: string;
  current: RoadmapTabPath;
  isOwn: boolean;
  /** The owner of unsaved changes: unique among the people who share this browser. */
  owner: string;
  /** Says who can see the roadmap. */
  visibility: ReactNode;
  children: ReactNode;
}) {
  const isPrinting = useIsPrinting();
  const tabs = ROADMAP_TABS.filter((tab) => !('needs' in tab) || roadmap.permissions.includes(tab.needs));
  const page = (
    <div className={clsx('grid grid-cols-[minmax(0,1fr)] gap-5', isPrinting && 'print:hidden')}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {!isOwn && (
          <div className="w-full">
            <UpLink to={paths.user(roadmap.userPk)}>{roadmap.userFullName}</UpLink>
          </div>
        )}
        <h1 className="text-2xl font-semibold">{isOwn ? 'Roadmap' : `Roadmap of ${roadmap.userFullName}`}</h1>
        <YearBadge year={roadmap.year} />
        <span className="text-sm text-muted">
          Graduates in {roadmap.graduationYear}
          {roadmap.school !== null && ` · ${roadmap.school.name}`}
        </span>
        <div className="ml-auto flex flex-wrap gap-2">
          {visibility}
          <Link to={`${base}report/`} className={buttonClass('secondary')}>
            <Printer aria-hidden className="size-4" />
            Report
          </Link>
        </div>
      </header>
      <TabLinks label="Roadmap">
        {tabs.map(({ id, path, label }) => (
          <Link
            key={id}
            id={id}
            to={`${base}${path}`}
            aria-current={path === current ? 'page' : undefined}
            className={tabClass}
          >
            {label}
          </Link>
        ))}
      </TabLinks>
      <UnsavedChanges key={roadmap.id} owner={owner} roadmap={roadmap}>
        {children}
      </UnsavedChanges>
    </div>
  );
  return (
    <>
      {page}
      {isPrinting && (
        <div className="hidden print:block">
          <RoadmapReport roadmap={roadmap} />
        </div>
      )}
    </>
  );
}
