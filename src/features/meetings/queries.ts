import { queryOptions } from '@tanstack/react-query';
import {
  BookedMeetingDocument,
  type BookedMeetingPeriod,
  BookedMeetingsDocument,
  type MeetingFieldsFragment,
  NextMeetingDocument,
} from '#src/transport/generated/meetings/graphql.ts';
import { request } from '#src/transport/transport.ts';

/** A booked meeting with its note, when there is one that the viewer may read. */
export type BookedMeeting = MeetingFieldsFragment;

/** The keys of everything about booked meetings. */
export const meetingKeys = {
  all: ['meetings'] as const,
  list: (period: BookedMeetingPeriod, count: number, student: string | null = null) =>
    [...meetingKeys.all, 'list', period, count, student] as const,
  next: () => [...meetingKeys.all, 'next'] as const,
  booking: (simplybookId: number) => [...meetingKeys.all, 'booking', simplybookId] as const,
};

export const meetingQueries = {
  /** One booked meeting by the number of its booking (MEET-028). */
  booking: (simplybookId: number) =>
    queryOptions({
      queryKey: meetingKeys.booking(simplybookId),
      queryFn: async ({ signal }) =>
        (await request(BookedMeetingDocument, { simplybookId }, signal)).bookedMeeting,
    }),

  /**
   * The viewer's meetings: running now, coming (the next one first) or over (the last one first).
   * @param student the global id of the student whose meetings these are; null for all
   */
  list: (period: BookedMeetingPeriod, count: number, student: string | null = null) =>
    queryOptions({
      queryKey: meetingKeys.list(period, count, student),
      queryFn: async ({ signal }) =>
        (await request(BookedMeetingsDocument, { period, count, student }, signal)).bookedMeetings.edges.map(
          ({ node }) => node,
        ),
    }),

  /** The meeting that is running, else the next one; null when none is booked. */
  next: () =>
    queryOptions({
      queryKey: meetingKeys.next(),
      queryFn: async ({ signal }) => (await request(NextMeetingDocument, {}, signal)).nextMeeting,
    }),
};
