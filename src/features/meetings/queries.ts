import { queryOptions } from '@tanstack/react-query';
import {
  BookedMeetingDocument,
  type BookedMeetingPeriod,
  BookedMeetingsDocument,
  type MeetingFieldsFragment,
} from '#src/transport/generated/meetings/graphql.ts';
import { request } from '#src/transport/transport.ts';

/** A booked meeting, with its note if the viewer can read it. */
export type BookedMeeting = MeetingFieldsFragment;

/** The query keys of booked meetings. */
export const meetingKeys = {
  all: ['meetings'] as const,
  list: (period: BookedMeetingPeriod, count: number, student: string | null = null) =>
    [...meetingKeys.all, 'list', period, count, student] as const,
  booking: (simplybookId: number) => [...meetingKeys.all, 'booking', simplybookId] as const,
};

/** The numbers of meetings that the extension's panel loads. The same everywhere, so that one cached list is used. */
export const PANEL_MEETINGS = { NOW: 10, UPCOMING: 20, PAST: 20 } as const;

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
};
