import { useEffect } from 'react';
import type { Me } from '#shared/users/schema.ts';
import type { BookedMeeting } from '#src/features/meetings/queries.ts';
import { keepAnswers } from '#src/lib/keptAnswers.ts';

/** What the popup keeps for its next opening. */
export interface KeptData {
  me: Me;
  nextMeeting: BookedMeeting | null;
}

/** Keeps what the server answered, for the person who is signed in. */
export function useKeepData(subject: string, data: Partial<KeptData>, isFresh: boolean) {
  const { me, nextMeeting } = data;
  useEffect(() => {
    if (!isFresh || me === undefined || nextMeeting === undefined) return;
    void keepAnswers('popup', subject, { me, nextMeeting } satisfies KeptData);
  }, [subject, me, nextMeeting, isFresh]);
}
