import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { readPk } from '#shared/kernel/ids.ts';
import { paths } from '#shared/kernel/paths.ts';
import { RoadmapLoading, RoadmapPage, WithRoadmap } from '#src/features/roadmap/components/RoadmapPage.tsx';
import { RoadmapReport } from '#src/features/roadmap/components/RoadmapReport.tsx';
import { type Roadmap, roadmapQueries } from '#src/features/roadmap/queries.ts';
import { ROADMAP_TABS, type RoadmapTabPath } from '#src/features/roadmap/tabs.ts';
import { studentQueries } from '#src/features/students/queries.ts';
import { WhoCanSee } from '#src/features/visibility/components/WhoCanSee.tsx';
import { preloadable } from '#src/lib/preloadable.tsx';
import { whenIdle } from '#src/lib/timing/when-idle.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import { NotFoundPage } from './not-found.tsx';
import type { FirstPage } from '../shell/loading/first-page.ts';
import { useMe } from '../shell/me.ts';

type TabProps = {
  roadmap: Roadmap;
  isOwn: boolean;
  /** The owner of drafts: see RoadmapPage. */
  owner: string;
};

/** The code of the opened tab loads first. */
const TABS = {
  'academics/': preloadable<TabProps>(
    async () => (await import('#src/features/roadmap/components/academics/AcademicsTab.tsx')).AcademicsTab,
  ),
  'standardized_tests/': preloadable<TabProps>(
    async () => (await import('#src/features/roadmap/components/exams/ExamsTab.tsx')).ExamsTab,
  ),
  'activities/': preloadable<TabProps>(
    async () => (await import('#src/features/roadmap/components/activities/ActivitiesTab.tsx')).ActivitiesTab,
  ),
  'colleges/': preloadable<TabProps>(
    async () => (await import('#src/features/roadmap/components/colleges/CollegesTab.tsx')).CollegesTab,
  ),
  'preferences/': preloadable<TabProps>(
    async () => (await import('#src/features/roadmap/components/PreferencesTab.tsx')).PreferencesTab,
  ),
} satisfies Record<RoadmapTabPath, unknown>;

const CreateRoadmap = lazy(async () => ({
  default: (await import('#src/features/roadmap/components/CreateRoadmap.tsx')).CreateRoadmap,
}));

/** The delay before the other tabs load, so that they open immediately. */
const OTHER_TABS_MS = 1500;

async function loadOtherTabs() {
  for (const { load } of Object.values(TABS)) {
    await whenIdle();
    await load().catch(() => undefined);
  }
}

/** Loads the code of all tabs after the opened one. */
function useOtherTabs() {
  useEffect(() => {
    const timer = setTimeout(() => void loadOtherTabs(), OTHER_TABS_MS);
    return () => clearTimeout(timer);
  }, []);
}

/**
 * Shown when the student has no roadmap: the wizard for people who can create it, a hint for everyone else.
 */
function MissingRoadmap({ studentPk, isOwn }: { studentPk: number; isOwn: boolean }) {
  const { data: student, error, isFetching, refetch } = useQuery(studentQueries.detail(studentPk));
  if (student === undefined) {
    if (error === null) return <RoadmapLoading />;
    return <ErrorState asPage onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <div className="mx-auto grid w-full max-w-lg gap-4">
      <title>Roadmap · GoPath</title>
      <header className="grid gap-2">
        {!isOwn && <UpLink to={paths.user(studentPk)}>{student.fullName}</UpLink>}
        <h1 className="text-2xl font-semibold">Roadmap</h1>
      </header>
      {student.permissions.includes('add_roadmap') ? (
        <Suspense fallback={<SkeletonText lines={8} />}>
          <CreateRoadmap student={student} isOwn={isOwn} />
        </Suspense>
      ) : (
        <EmptyState title="No roadmap yet">A mentor of {student.fullName} can create it.</EmptyState>
      )}
    </div>
  );
}

export const handle: FirstPage = {
  loadFirst: async (client, me, { pathname }) => {
    if (!pathname.startsWith(paths.roadmap()) || !me.capabilities.includes('own_roadmap')) return;
    const path = ROADMAP_TABS.find((tab) => pathname.endsWith(tab.path))?.path ?? ROADMAP_TABS[0].path;
    await Promise.all([client.prefetchQuery(roadmapQueries.of(me.pk)), TABS[path].load()]);
  },
};

/** /roadmap/ and /users/{id}/roadmap/ with their tabs and the report (ROAD-004 to ROAD-011). */
export function Component() {
  const me = useMe();
  useOtherTabs();
  const location = useLocation();
  const params = useParams();
  const studentPk = params['pk'] === undefined ? me.pk : readPk(params['pk']);
  const isOwn = studentPk === me.pk;
  if (studentPk === null || (isOwn && !me.capabilities.includes('own_roadmap'))) return <NotFoundPage />;
  const base = paths.roadmap(params['pk'] === undefined ? undefined : studentPk);
  const rest = location.pathname.slice(base.length);
  const tab = rest === '' ? ROADMAP_TABS[0] : ROADMAP_TABS.find(({ path }) => path === rest);
  if (tab === undefined && rest !== 'report/') return <NotFoundPage />;
  return (
    <WithRoadmap studentPk={studentPk} missing={<MissingRoadmap studentPk={studentPk} isOwn={isOwn} />}>
      {(roadmap) => {
        const title = isOwn ? 'Roadmap' : `Roadmap of ${roadmap.userFullName}`;
        if (tab === undefined) {
          return (
            <>
              <title>{`Report · ${title} · GoPath`}</title>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-2 print:block">
                <UpLink to={base}>{title}</UpLink>
                <RoadmapReport roadmap={roadmap} />
              </div>
            </>
          );
        }
        if ('needs' in tab && !roadmap.permissions.includes(tab.needs)) return <Navigate to={base} replace />;
        const Tab = TABS[tab.path];
        const owner = String(me.pk);
        return (
          <>
            <title>{`${tab.label} · ${title} · GoPath`}</title>
            <RoadmapPage
              roadmap={roadmap}
              base={base}
              current={tab.path}
              isOwn={isOwn}
              owner={owner}
              visibility={<WhoCanSee kind="roadmap" pk={studentPk} viewerPk={me.pk} />}
            >
              <Suspense
                fallback={
                  <div className="min-h-dvh">
                    <SkeletonText lines={8} />
                  </div>
                }
              >
                <Tab roadmap={roadmap} isOwn={isOwn} owner={owner} />
              </Suspense>
            </RoadmapPage>
          </>
        );
      }}
    </WithRoadmap>
  );
}
