import { infiniteQueryOptions, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { PAGE_SIZES } from '#shared/tasks/constants.ts';
import {
  PinnedStudentsDocument,
  type PinnedStudentsQuery,
  SearchTasksDocument,
  TaskActivitiesDocument,
  type TaskActivitiesQuery,
  type TaskDetailFragment,
  TaskDocument,
  TaskListChoicesDocument,
  type TaskListQuery,
  type TaskRowFragment,
  type TaskStepFragment,
  type UpcomingTaskFragment,
  UpcomingTasksDocument,
  type UpcomingTasksQuery,
} from '#src/transport/generated/tasks/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { upcomingVariables } from './upcoming-variables.ts';

/** A step of a task. */
export type TaskStep = TaskStepFragment;
/** A task as a list shows it. */
export type TaskRow = TaskRowFragment;
/** A task with its description. */
export type TaskDetail = TaskDetailFragment;
export type UpcomingTask = UpcomingTaskFragment;
/** A list with its open tasks, as its page shows it. */
export type TaskListPage = TaskListQuery['allTaskLists']['edges'][number]['node'];
/** An entry of a task's history. */
export type TaskActivity = TaskActivitiesQuery['taskActivities']['edges'][number]['node'];
/** A pinned student with the next open task. */
export type PinnedStudent = PinnedStudentsQuery['pinnedStudents'][number];
export type UpcomingPage = UpcomingTasksQuery['allUpcomingTasks'];

/** The subject of a history: one task, or a list. */
export interface HistoryOf {
  taskPk?: number;
  listPk?: number;
}

/** Whose completed tasks: those of a list, or the recent ones of a person (null for the viewer). */
export type CompletedOf = { listPk: number } | { userPk: number | null };

/** The query keys of tasks and lists. */
export const taskKeys = {
  all: ['tasks'] as const,
  list: (slug: string) => [...taskKeys.all, 'list', slug] as const,
  detail: (pk: number) => [...taskKeys.all, 'detail', pk] as const,
  completed: (of: CompletedOf) => [...taskKeys.all, 'completed', of] as const,
  activities: (of: HistoryOf) => [...taskKeys.all, 'activities', of] as const,
  upcoming: (userPk: number | null) => [...taskKeys.all, 'upcoming', userPk] as const,
  choices: (userPk: number | null) => [...taskKeys.all, 'choices', userPk] as const,
  search: (search: string) => [...taskKeys.all, 'search', search] as const,
  pinned: () => [...taskKeys.all, 'pinned'] as const,
};

/** Returns the cursor of the next page; undefined when there is none. */
export function nextPage(page: { pageInfo: { hasNextPage: boolean; endCursor?: string | null } }) {
  return page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined;
}

/** The cursor of the first page. */
export const firstPage: string | null = null;

export const taskQueries = {
  detail: (pk: number) =>
    queryOptions({
      queryKey: taskKeys.detail(pk),
      queryFn: async ({ signal }) => (await request(TaskDocument, { pk }, signal)).task,
    }),

  /** The history, five entries at a time (TASK-020). */
  activities: (of: HistoryOf) =>
    infiniteQueryOptions({
      queryKey: taskKeys.activities(of),
      queryFn: async ({ pageParam, signal }) =>
        (
          await request(
            TaskActivitiesDocument,
            { ...of, first: PAGE_SIZES.activities, after: pageParam },
            signal,
          )
        ).taskActivities,
      initialPageParam: firstPage,
      getNextPageParam: nextPage,
    }),

  /** Upcoming tasks, five at a time (UPC-002, UPC-003). */
  upcoming: (userPk: number | null) =>
    infiniteQueryOptions({
      queryKey: taskKeys.upcoming(userPk),
      queryFn: async ({ pageParam, signal }) =>
        (await request(UpcomingTasksDocument, upcomingVariables(userPk, pageParam), signal)).allUpcomingTasks,
      initialPageParam: firstPage,
      getNextPageParam: nextPage,
    }),

  /** A person's lists that the viewer can add tasks to. */
  choices: (userPk: number | null) =>
    queryOptions({
      queryKey: taskKeys.choices(userPk),
      queryFn: async ({ signal }) =>
        (await request(TaskListChoicesDocument, { userPk }, signal)).allTaskLists.edges
          .map(({ node }) => node)
          .filter((list) => list.permissions.includes('add_task')),
    }),

  /** Open tasks by part of their name. */
  search: (search: string) =>
    queryOptions({
      queryKey: taskKeys.search(search),
      queryFn: async ({ signal }) => (await request(SearchTasksDocument, { search }, signal)).searchTasks,
    }),

  /** A mentor's pinned students, each with the next open task. */
  pinnedStudents: () =>
    queryOptions({
      queryKey: taskKeys.pinned(),
      queryFn: async ({ signal }) => (await request(PinnedStudentsDocument, {}, signal)).pinnedStudents,
    }),
};

/** Returns the upcoming tasks of a person, or of the viewer. */
export function useUpcomingTasks(userPk: number | null = null) {
  const query = useInfiniteQuery(taskQueries.upcoming(userPk));
  return { ...query, tasks: query.data?.pages.flatMap((page) => page.edges.map(({ node }) => node)) };
}
