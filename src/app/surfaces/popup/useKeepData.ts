import { useEffect } from 'react';
import type { Me } from '#shared/users/responses.ts';
import type { BookedMeeting } from '#src/features/meetings/queries.ts';
import type { UpcomingPage } from '#src/features/tasks/queries.ts';
import { writeSurfaceCache } from '#src/lib/surface-cache.ts';

/** What the popup keeps for its next opening. */
export interface KeptData {
  me: Me;
  nextMeeting: BookedMeeting | null;
  /** The first page; absent in what an older version kept, and for those who have none in the popup. */
  upcoming?: UpcomingPage | undefined;
}

/** Keeps what the server answered, for the person who is signed in. */
export function useKeepData(subject: string, data: Partial<KeptData>, isFresh: boolean) {
  const { me, nextMeeting, upcoming } = data;
  useEffect(() => {
    if (!isFresh || me === undefined || nextMeeting === undefined) return;
    void writeSurfaceCache('popup', subject, { me, nextMeeting, upcoming } satisfies KeptData);
  }, [subject, me, nextMeeting, upcoming, isFresh]);
}
