import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { AppError } from '#shared/kernel/errors.ts';
import { roomQuery } from './queries.ts';

/** The longest delay of a timer. */
const MAX_WAIT_MS = 2_000_000_000;
/** The server's clock can be behind this device's: the room is then still closed at its time. */
const WAIT_AGAIN_MS = 5000;

/**
 * Loads a room, and loads it again when it opens. If the meeting is canceled while the person waits, there is no room any
 * more. In a call, the call decides.
 */
export function useRoom(meetId: string, { isEnabled }: { isEnabled: boolean }) {
  const query = useQuery({ ...roomQuery(meetId), enabled: isEnabled });
  const { data: room, error, isFetching, dataUpdatedAt, errorUpdatedAt, refetch } = query;
  const isMissing = error instanceof AppError && error.code === 'NOT_FOUND';
  useEffect(() => {
    if (room?.state !== 'early' || isMissing) return;
    const left = Date.parse(room.opens_at) - Date.now();
    const timer = setTimeout(
      () => void refetch(),
      left > 0 ? Math.min(left + 500, MAX_WAIT_MS) : WAIT_AGAIN_MS,
    );
    return () => clearTimeout(timer);
    // The two times start the timer again after each load, also when the room has not changed.
  }, [room, isMissing, dataUpdatedAt, errorUpdatedAt, refetch]);
  return {
    room: isMissing && room?.state === 'early' ? undefined : room,
    error,
    isMissing,
    isFetching,
    refetch,
  };
}
