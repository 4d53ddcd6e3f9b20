import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { AppError } from '#shared/kernel/errors.ts';
import { roomQuery } from './queries.ts';

/** `setTimeout` runs immediately when it waits longer than about 24.8 days. */
const MAX_WAIT_MS = 2_000_000_000;
/** How long after the opening to load the room, so that it is surely open on the server. */
const AFTER_OPENING_MS = 500;
/** How long to wait when the room is still closed, because the server's clock is behind this device's. */
const WAIT_AGAIN_MS = 5000;

/**
 * Loads a room, and loads it again when it opens. If the meeting is canceled while the person waits, the room is
 * missing. A room that was open stays: a running call is not interrupted by a failed load.
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
      left > 0 ? Math.min(left + AFTER_OPENING_MS, MAX_WAIT_MS) : WAIT_AGAIN_MS,
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
