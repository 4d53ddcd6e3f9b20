import { queryOptions } from '@tanstack/react-query';
import {
  UpcomingDeadlinesDocument,
  type UpcomingDeadlinesQuery,
} from '#src/transport/generated/deadlines/graphql.ts';
import { request } from '#src/transport/transport.ts';

/** A deadline of a college application or essay. */
export type Deadline = UpcomingDeadlinesQuery['upcomingDeadlines'][number];

/** The deadlines of the next 30 days, and missed ones. @param studentPk null for the viewer's own or children's */
export function deadlinesQuery(studentPk: number | null) {
  return queryOptions({
    queryKey: ['deadlines', studentPk],
    queryFn: async ({ signal }) =>
      (await request(UpcomingDeadlinesDocument, { studentPk }, signal)).upcomingDeadlines,
  });
}
