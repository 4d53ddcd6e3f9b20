import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useParams } from 'react-router';
import { readPk } from '#shared/kernel/ids.ts';
import { paths } from '#shared/kernel/paths.ts';
import { AcademicsTab } from '#src/features/roadmap/components/AcademicsTab.tsx';
import { ActivitiesTab } from '#src/features/roadmap/components/ActivitiesTab.tsx';
import { CollegesTab } from '#src/features/roadmap/components/CollegesTab.tsx';
import { CreateRoadmap } from '#src/features/roadmap/components/CreateRoadmap.tsx';
import { ExamsTab } from '#src/features/roadmap/components/ExamsTab.tsx';
import { PreferencesTab } from '#src/features/roadmap/components/PreferencesTab.tsx';
import {
  ROADMAP_TABS,
  RoadmapLoading,
  RoadmapPage,
  type RoadmapTabPath,
  WithRoadmap,
} from '#src/features/roadmap/components/RoadmapPage.tsx';
import { RoadmapReport } from '#src/features/roadmap/components/RoadmapReport.tsx';
import type { Roadmap } from '#src/features/roadmap/queries.ts';
import { studentQueries } from '#src/features/students/queries.ts';
import { WhoCanSee } from '#src/features/visibility/components/WhoCanSee.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { UpLink } from '#src/ui/UpLink.tsx';
import { NotFoundPage } from './not-found.tsx';
import { useMe } from '../shell/me.ts';

const TABS = {
  'academics/': AcademicsTab,
  'standardized_tests/': ExamsTab,
  'activities/': ActivitiesTab,
  'colleges/': CollegesTab,
  'preferences/': PreferencesTab,
} as const satisfies Record<RoadmapTabPath, (props: { roadmap: Roadmap; isOwn: boolean }) => unknown>;

/** Shown when the student has no roadmap: the wizard for people who can create it. */
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
        <CreateRoadmap student={student} isOwn={isOwn} />
      ) : (
        <EmptyState title="No roadmap yet">A mentor of {student.fullName} can create it.</EmptyState>
      )}
    </div>
  );
}

/** /roadmap/ and /users/{id}/roadmap/ with their tabs and the report (ROAD-004 to ROAD-011). */
export function Component() {
  const me = useMe();
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
        return (
          <>
            <title>{`${tab.label} · ${title} · GoPath`}</title>
            <RoadmapPage
              roadmap={roadmap}
              base={base}
              current={tab.path}
              isOwn={isOwn}
              owner={String(me.pk)}
              visibility={<WhoCanSee kind="roadmap" pk={studentPk} viewerPk={me.pk} />}
            >
              <Tab roadmap={roadmap} isOwn={isOwn} />
            </RoadmapPage>
          </>
        );
      }}
    </WithRoadmap>
  );
}
