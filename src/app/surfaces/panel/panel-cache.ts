import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Me } from '#shared/users/responses.ts';
import { meetingTimeText } from '#src/features/meetings/meeting-time.ts';
import { type BookedMeeting, meetingKeys, PANEL_MEETINGS } from '#src/features/meetings/queries.ts';
import { type NoteDetail, noteKeys } from '#src/features/notes/queries.ts';
import { userKeys } from '#src/features/users/queries.ts';
import { setTimeZone } from '#src/lib/dates/reader-zone.ts';
import { writeSurfaceCache } from '#src/lib/surface-cache.ts';

/** The panel's cache for its next opening: enough to continue writing while offline. */
export interface PanelCache {
  me: Me;
  meeting: BookedMeeting;
  note: NoteDetail | null;
}

/**
 * Fills the query cache with stale data, so that the panel shows it and refetches immediately. A meeting that is not
 * running waits for the list of running meetings: another one may be in progress.
 */
export function showPanelCache(client: QueryClient, { me, meeting, note }: PanelCache) {
  const stale = { updatedAt: 0 };
  setTimeZone(me.time_zone);
  client.setQueryData(userKeys.me(), me, stale);
  client.setQueryData(meetingKeys.booking(meeting.simplybookId), meeting, stale);
  if (meetingTimeText(meeting).isNow) {
    client.setQueryData(meetingKeys.list('NOW', PANEL_MEETINGS.NOW), [meeting], stale);
  }
  if (note !== null) client.setQueryData(noteKeys.detail(note.pk), note, stale);
}

/** Caches the meeting and note that the open editor shows. */
export function useUpdatePanelCache(subject: string, { me, meeting, note }: PanelCache) {
  useEffect(() => {
    void writeSurfaceCache('panel', subject, { me, meeting, note } satisfies PanelCache);
  }, [subject, me, meeting, note]);
}
