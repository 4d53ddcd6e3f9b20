/** Queries of completed tasks, which the dashboard and the extension do not load. */
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { PAGE_SIZES } from '#shared/tasks/constants.ts';
import {
  CompletedTasksDocument,
  RecentlyCompletedTasksDocument,
} from '#src/transport/generated/completed-tasks/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { type CompletedOf, firstPage, nextPage, taskKeys, type UpcomingPage } from './queries.ts';

/** A page of completed tasks; those of a list come with their number. */
type CompletedPage = UpcomingPage & { totalCount?: number };

/** The loaded pages of completed tasks. */
export type CompletedTasks = InfiniteData<CompletedPage>;

function pagesOf(
  of: CompletedOf,
  read: (page: { first: number; after: string | null }, signal: AbortSignal) => Promise<CompletedPage>,
) {
  return infiniteQueryOptions({
    queryKey: taskKeys.completed(of),
    queryFn: ({ pageParam, signal }) => read({ first: PAGE_SIZES.completed, after: pageParam }, signal),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  });
}

export const completedQueries = {
  /** The completed tasks of a list, ten at a time (LIST-006). */
  ofList: (listPk: number) =>
    pagesOf(
      { listPk },
      async (page, signal) =>
        (await request(CompletedTasksDocument, { listPk, ...page }, signal)).completedTasks,
    ),

  /** The recently completed tasks of a person, or of the viewer, ten at a time (TASK-023). */
  recent: (userPk: number | null) =>
    pagesOf(
      { userPk },
      async (page, signal) =>
        (await request(RecentlyCompletedTasksDocument, { userPk, ...page }, signal)).recentlyCompletedTasks,
    ),
};
