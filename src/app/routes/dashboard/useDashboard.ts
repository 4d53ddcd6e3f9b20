import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Me } from '#shared/users/responses.ts';
import { dashboardQueries, type DashboardState } from '#src/features/dashboard/queries.ts';
import { taskQueries } from '#src/features/tasks/queries.ts';

/** Puts the tasks of the dashboard into the cache of the task lists, which complete and postpone them in place. */
function cacheTasks(client: QueryClient, { people, pinnedStudents }: DashboardState, viewerPk: number) {
  for (const { user, tasks } of people) {
    const { queryKey } = taskQueries.upcoming(user.pk === viewerPk ? null : user.pk);
    client.setQueryData(queryKey, { pages: [tasks], pageParams: [null] });
  }
  if (pinnedStudents !== null) client.setQueryData(taskQueries.pinnedStudents().queryKey, pinnedStudents);
}

/** The dashboard, read with one request. */
export function dashboardQuery(client: QueryClient, me: Me) {
  const query = dashboardQueries.state();
  return queryOptions({
    ...query,
    queryFn: async (context) => {
      const state = await (query.queryFn as (of: typeof context) => Promise<DashboardState>)(context);
      cacheTasks(client, state, me.pk);
      return state;
    },
  });
}

/** Returns the state of {@link dashboardQuery}. */
export function useDashboard(me: Me) {
  return useQuery(dashboardQuery(useQueryClient(), me));
}
