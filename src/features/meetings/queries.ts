import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  BookedMeetingDocument,
  type BookedMeetingPeriod,
  BookedMeetingsDocument,
  MeetingDetailDocument,
  type MeetingDetailFragment,
  type MeetingFieldsFragment,
  MeetingPageDocument,
  NextMeetingDocument,
} from '#src/transport/generated/meetings/graphql.ts';
import { request } from '#src/transport/transport.ts';

/** A booked meeting, with its note if the viewer can read it. */
export type BookedMeeting = MeetingFieldsFragment;

/** A booked meeting with its state, as the meetings page shows it. */
export type MeetingDetail = MeetingDetailFragment;
export type MeetingPeriod = BookedMeetingPeriod;

const MEETINGS_PER_PAGE = 20;
/** The most meetings of a week. */
const MEETINGS_OF_WEEK = 100;

/** The query keys of booked meetings. */
export const meetingKeys = {
  all: ['meetings'] as const,
  list: (period: BookedMeetingPeriod, count: number, student: string | null = null) =>
    [...meetingKeys.all, 'list', period, count, student] as const,
  next: () => [...meetingKeys.all, 'next'] as const,
  booking: (simplybookId: number) => [...meetingKeys.all, 'booking', simplybookId] as const,
};

export const meetingQueries = {
  /** One booked meeting by its booking id (MEET-028). */
  booking: (simplybookId: number) =>
    queryOptions({
      queryKey: meetingKeys.booking(simplybookId),
      queryFn: async ({ signal }) =>
        (await request(BookedMeetingDocument, { simplybookId }, signal)).bookedMeeting,
    }),

  /**
   * The viewer's meetings: running, upcoming (next first) or past (latest first).
   * @param student the global id of a student; null for all
   */
  list: (period: BookedMeetingPeriod, count: number, student: string | null = null) =>
    queryOptions({
      queryKey: meetingKeys.list(period, count, student),
      queryFn: async ({ signal }) =>
        (await request(BookedMeetingsDocument, { period, count, student }, signal)).bookedMeetings.edges.map(
          ({ node }) => node,
        ),
    }),

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

  /** The running meeting, else the next one; null when none is booked. */
  next: () =>
    queryOptions({
      queryKey: meetingKeys.next(),
      queryFn: async ({ signal }) => (await request(NextMeetingDocument, {}, signal)).nextMeeting,
    }),
};
