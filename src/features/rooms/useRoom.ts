import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { roomQuery } from './queries.ts';

/** The longest delay of a timer. */
const MAX_WAIT_MS = 2_000_000_000;
/** The server's clock can be behind this device's: the room is then still closed at its time. */
const WAIT_AGAIN_MS = 5000;

/** Loads a room, and loads it again when it opens. */
export function useRoom(meetId: string, { isEnabled }: { isEnabled: boolean }) {
  const query = useQuery({ ...roomQuery(meetId), enabled: isEnabled });
  const { data: room, dataUpdatedAt, errorUpdatedAt, refetch } = query;
  useEffect(() => {
    if (room?.state !== 'early') return;
    const left = Date.parse(room.opens_at) - Date.now();
    const timer = setTimeout(
      () => void refetch(),
      left > 0 ? Math.min(left + 500, MAX_WAIT_MS) : WAIT_AGAIN_MS,
    );
    return () => clearTimeout(timer);
    // The two times start the timer again after each load, also when the room has not changed.
  }, [room, dataUpdatedAt, errorUpdatedAt, refetch]);
  return query;
}
