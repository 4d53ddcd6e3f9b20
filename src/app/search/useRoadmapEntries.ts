import { useQueries, useQuery } from '@tanstack/react-query';
import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { roadmapQueries } from '#src/features/roadmap/queries.ts';
import type { RoadmapTabPath } from '#src/features/roadmap/tabs.ts';
import { userQueries } from '#src/features/users/queries.ts';

/** A college or a class of a roadmap. */
export interface RoadmapEntry {
  id: string;
  kind: 'college' | 'class';
  name: string;
  /** The student's name, unless it is the viewer. */
  student: string | null;
  path: string;
}

/**
 * Reads the colleges and classes to search: a student's own, those of a parent's children, or those of a mentor's
 * pinned students. Loads them only when `enabled`.
 * @returns the entries that loaded, and the first error with its retry
 */
export function useRoadmapEntries(
  me: Me,
  enabled: boolean,
): { entries: RoadmapEntry[]; error: Error | null; retry: () => void } {
  const isParent = me.capabilities.includes('follow_children');
  const children = useQuery({ ...userQueries.myStudents(), enabled: isParent && enabled });
  const students = me.capabilities.includes('own_roadmap')
    ? [{ pk: me.pk, name: null }]
    : isParent
      ? (children.data ?? []).map(({ pk, fullName }) => ({ pk, name: fullName }))
      : me.pinned_users.map(({ pk, full_name }) => ({ pk, name: full_name }));
  const roadmaps = useQueries({
    queries: students.map(({ pk }) => ({ ...roadmapQueries.of(pk), enabled })),
  });
  const entries = students.flatMap(({ pk, name: student }, index) => {
    const roadmap = roadmaps[index]?.data;
    if (!roadmap) return [];
    const pathOf = (tab: RoadmapTabPath) => paths.roadmap(student === null ? undefined : pk) + tab;
    return [
      ...roadmap.colleges.map(({ id, name }) => ({
        id,
        kind: 'college' as const,
        name,
        student,
        path: pathOf('colleges/'),
      })),
      ...roadmap.classes.map(({ id, name }) => ({
        id,
        kind: 'class' as const,
        name,
        student,
        path: pathOf('academics/'),
      })),
    ];
  });
  // NOT_FOUND is no failure: people who are not students have no roadmap.
  const failed = [...(isParent ? [children] : []), ...roadmaps].filter(
    ({ isLoadingError, error }) =>
      isLoadingError && !(error instanceof AppError && error.code === 'NOT_FOUND'),
  );
  return {
    entries,
    error: failed[0]?.error ?? null,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
  };
}
