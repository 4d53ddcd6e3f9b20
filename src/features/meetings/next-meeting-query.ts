import { queryOptions } from '@tanstack/react-query';
import { NextMeetingDocument } from '#src/transport/generated/meetings/graphql.ts';
import { request } from '#src/transport/transport.ts';

/** Loads the running meeting, else the next one; null when none is booked. The popup loads no other meetings. */
export const nextMeetingQuery = () =>
  queryOptions({
    queryKey: ['meetings', 'next'] as const,
    queryFn: async ({ signal }) => (await request(NextMeetingDocument, {}, signal)).nextMeeting,
  });
