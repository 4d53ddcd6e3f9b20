import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { JOIN_OPENS_MINUTES } from '#shared/rooms/constants.ts';
import { CHECK } from '#src/app/meeting-note/useMeetingNote.ts';
import { type BookedMeeting, meetingQueries, PANEL_MEETINGS } from '#src/features/meetings/queries.ts';
import { useNow } from '#src/lib/dates/useNow.ts';
import { onChosenMeeting } from '#src/messaging/panel-choice.ts';
import { useTabRoom } from './useTabRoom.ts';

/** The meeting that the panel shows, and the ones it offers. */
export interface FollowedMeeting {
  /** The meeting whose note is shown; null when none is chosen. */
  current: number | null;
  choose: (simplybookId: number) => void;
  /**
   * Another meeting that has started or starts soon, also while this one is running. The panel does not switch automatically, because the person may be
   * writing.
   */
  started: BookedMeeting | null;
  /** The meetings to choose from: running, upcoming, past. */
  meetings: { now: BookedMeeting[]; upcoming: BookedMeeting[]; past: BookedMeeting[] };
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
}

/**
 * Returns the meeting of the panel: the one whose room is in the current tab, or the one chosen in the panel or in the
 * popup of its window, whichever came last. Before that, it is the running meeting, or the next one once it can be
 * joined.
 * @param cached the meeting of the panel's cache; shown while the running meetings cannot be loaded
 */
export function useFollowedMeeting(cached: number | null): FollowedMeeting {
  const time = useNow();
  const now = useQuery({ ...meetingQueries.list('NOW', PANEL_MEETINGS.NOW), ...CHECK });
  const upcoming = useQuery({ ...meetingQueries.list('UPCOMING', PANEL_MEETINGS.UPCOMING), ...CHECK });
  const past = useQuery({ ...meetingQueries.list('PAST', PANEL_MEETINGS.PAST), ...CHECK });
  const meetings = { now: now.data ?? [], upcoming: upcoming.data ?? [], past: past.data ?? [] };
  const [current, setCurrent] = useState<number | null>(null);
  const room = useTabRoom();

  // Offered beside every page: the extension cannot tell which pages are calls. The lists can be old while offline.
  const isOpen = ({ startsAt, endsAt }: BookedMeeting) =>
    Date.parse(startsAt) - JOIN_OPENS_MINUTES * 60_000 <= time && time < Date.parse(endsAt);
  // Only after the running meetings are known: one in progress comes first.
  const open = now.isPending ? [] : [...meetings.now, ...meetings.upcoming].filter(isOpen);
  const known = [...meetings.now, ...meetings.upcoming, ...meetings.past];
  const ofRoom = known.find(({ meetId }) => meetId === room)?.simplybookId;

  const latestRoom = useRef(room);
  /** The room that was open when another meeting was chosen; it does not switch the panel back. */
  const passedRoom = useRef<string | null | undefined>(null);
  const shownRoom = useRef<string | null>(null);
  useEffect(() => {
    return onChosenMeeting((simplybookId) => {
      passedRoom.current = latestRoom.current;
      setCurrent(simplybookId);
    });
  }, []);
  useEffect(() => {
    latestRoom.current = room;
    if (room === undefined) return;
    if (passedRoom.current === undefined) passedRoom.current = room;
    if (room === null) {
      shownRoom.current = null;
      passedRoom.current = null;
    } else if (ofRoom !== undefined && shownRoom.current !== room) {
      shownRoom.current = room;
      if (passedRoom.current !== room) setCurrent(ofRoom);
    }
  }, [room, ofRoom]);
  const first = open[0]?.simplybookId ?? (now.isLoadingError ? cached : null);
  if (current === null && first !== null) setCurrent(first);
  const other = current === null ? undefined : open.find(({ simplybookId }) => simplybookId !== current);

  return {
    current,
    choose: setCurrent,
    started: other ?? null,
    meetings,
    isLoading: now.isPending,
    error: now.error,
    retry: () => void Promise.all([now.refetch(), upcoming.refetch(), past.refetch()]),
  };
}
