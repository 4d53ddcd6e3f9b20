import { queryOptions } from '@tanstack/react-query';
import {
  DashboardStateDocument,
  type DashboardStateQuery,
} from '#src/transport/generated/dashboard/graphql.ts';
import { request } from '#src/transport/transport.ts';

/** Everything that the dashboard shows. Sections that are not for the viewer are null. */
export type DashboardState = DashboardStateQuery['dashboardState'];

/** The viewer, or a child of a parent. */
export type DashboardPerson = DashboardState['people'][number];

/** The query keys of the dashboard. */
export const dashboardKeys = { state: () => ['dashboard'] as const };

export const dashboardQueries = {
  state: () =>
    queryOptions({
      queryKey: dashboardKeys.state(),
      queryFn: async ({ signal }) => (await request(DashboardStateDocument, {}, signal)).dashboardState,
    }),
};
