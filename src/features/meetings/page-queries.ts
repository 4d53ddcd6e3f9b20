/** The queries of the meetings pages. Separate from those that the popup and the panel load. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  type BookedMeetingPeriod,
  MeetingDetailDocument,
  type MeetingDetailFragment,
  MeetingPageDocument,
} from '#src/transport/generated/meetings/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { meetingKeys } from './queries.ts';

/** A booked meeting with its state, as the meetings page shows it. */
export type MeetingDetail = MeetingDetailFragment;
export type MeetingPeriod = BookedMeetingPeriod;

const MEETINGS_PER_PAGE = 20;
/** The maximum number of meetings of a week. */
const MEETINGS_OF_WEEK = 100;

export const meetingPageQueries = {
  /** One meeting with its state. */
  detail: (simplybookId: number) =>
    queryOptions({
      queryKey: [...meetingKeys.booking(simplybookId), 'detail'],
      queryFn: async ({ signal }) =>
        (await request(MeetingDetailDocument, { simplybookId }, signal)).bookedMeeting,
    }),

  /** Running meetings with their state. */
  running: () =>
    queryOptions({
      queryKey: [...meetingKeys.all, 'running'],
      queryFn: async ({ signal }) =>
        (
          await request(MeetingPageDocument, { period: 'NOW', count: MEETINGS_PER_PAGE }, signal)
        ).bookedMeetings.edges.map(({ node }) => node),
    }),

  /** Meetings with their state: upcoming ones next first, others latest first. */
  pages: (period: MeetingPeriod) =>
    infiniteQueryOptions({
      queryKey: [...meetingKeys.all, 'pages', period],
      queryFn: async ({ pageParam, signal }) =>
        (await request(MeetingPageDocument, { period, count: MEETINGS_PER_PAGE, after: pageParam }, signal))
          .bookedMeetings,
      initialPageParam: null as string | null,
      getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : undefined),
    }),

  /** The meetings that start in a period, in order. */
  between: (from: string, to: string) =>
    queryOptions({
      queryKey: [...meetingKeys.all, 'between', from, to],
      queryFn: async ({ signal }) =>
        (
          await request(MeetingPageDocument, { from, to, count: MEETINGS_OF_WEEK }, signal)
        ).bookedMeetings.edges
          .map(({ node }) => node)
          .reverse(),
    }),
};
