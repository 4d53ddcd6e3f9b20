import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type BookedMeeting, meetingQueries } from '#src/features/meetings/queries.ts';
import { onChosenMeeting, takeChosenMeeting } from '#src/messaging/panel-choice.ts';
import { useTabRoom } from './useTabRoom.ts';

/** How often the panel looks whether a meeting has begun. */
const LOOK_MS = 60_000;

export interface FollowedMeeting {
  /** The meeting whose note is shown; null when none is chosen. */
  current: number | null;
  choose: (simplybookId: number) => void;
  /** Another meeting that has begun meanwhile. The panel never changes by itself what somebody may be writing in. */
  begun: BookedMeeting | null;
  /** What can be chosen: running, coming, over. */
  meetings: { now: BookedMeeting[]; coming: BookedMeeting[]; past: BookedMeeting[] };
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
}

/**
 * Which meeting the panel is about: the one whose room the current tab shows, or was asked for in the popup or by
 * hand, whichever came last; at the beginning the one that is running.
 */
export function useFollowedMeeting(): FollowedMeeting {
  const now = useQuery({ ...meetingQueries.list('NOW', 10), refetchInterval: LOOK_MS });
  const coming = useQuery(meetingQueries.list('UPCOMING', 20));
  const past = useQuery(meetingQueries.list('PAST', 20));
  const [current, setCurrent] = useState<number | null>(null);
  const room = useTabRoom();

  useEffect(() => {
    const stop = onChosenMeeting(setCurrent);
    void takeChosenMeeting().then((wish) => wish !== null && setCurrent(wish));
    return stop;
  }, []);

  const running = now.data?.[0];
  const known = [now.data, coming.data, past.data].flatMap((meetings) => meetings ?? []);
  const ofRoom = room === null ? undefined : known.find(({ meetId }) => meetId === room);
  const shownRoom = useRef<string | null>(null);
  useEffect(() => {
    if (ofRoom !== undefined && shownRoom.current !== ofRoom.meetId) {
      shownRoom.current = ofRoom.meetId;
      setCurrent(ofRoom.simplybookId);
    } else if (room === null) {
      shownRoom.current = null;
    }
  }, [room, ofRoom]);
  if (current === null && running !== undefined) setCurrent(running.simplybookId);

  return {
    current,
    choose: setCurrent,
    begun: running !== undefined && current !== null && running.simplybookId !== current ? running : null,
    meetings: { now: now.data ?? [], coming: coming.data ?? [], past: past.data ?? [] },
    isLoading: now.isPending,
    error: now.error,
    retry: () => void Promise.all([now.refetch(), coming.refetch(), past.refetch()]),
  };
}
