import { useEffect } from 'react';
import type { Me } from '#shared/users/responses.ts';
import type { BookedMeeting } from '#src/features/meetings/queries.ts';
import type { PinnedStudent, UpcomingPage } from '#src/features/tasks/queries.ts';
import { writeSurfaceCache } from '#src/lib/surface-cache.ts';

/** The popup's cache for its next opening. */
export interface PopupCache {
  me: Me;
  nextMeeting: BookedMeeting | null;
  /** The first page; missing in caches of older versions, and for people without own tasks in the popup. */
  upcoming?: UpcomingPage | undefined;
  /** The pinned students with their next tasks; missing in caches of older versions, and for people without them. */
  pinnedStudents?: readonly PinnedStudent[] | undefined;
}

/** Caches the server's data for the signed-in person. */
export function useUpdatePopupCache(subject: string, data: Partial<PopupCache>, isFresh: boolean) {
  const { me, nextMeeting, upcoming, pinnedStudents } = data;
  useEffect(() => {
    if (!isFresh || me === undefined || nextMeeting === undefined) return;
    const cache = { me, nextMeeting, upcoming, pinnedStudents } satisfies PopupCache;
    void writeSurfaceCache('popup', subject, cache);
  }, [subject, me, nextMeeting, upcoming, pinnedStudents, isFresh]);
}
