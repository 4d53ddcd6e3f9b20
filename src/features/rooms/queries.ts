import { queryOptions } from '@tanstack/react-query';
import { room } from '#shared/rooms/responses.ts';
import { requestRest } from '#src/transport/transport.ts';

/** Loads the room of a meeting: who can join, and when. */
export function roomQuery(meetId: string) {
  return queryOptions({
    queryKey: ['rooms', meetId] as const,
    queryFn: ({ signal }) => requestRest(room, { endpoint: 'meetingRoom', params: { key: meetId } }, signal),
  });
}
