import { createRoot } from 'react-dom/client';
import { nextMeetingQuery } from '#src/features/meetings/next-meeting-query.ts';
import { taskKeys } from '#src/features/tasks/queries.ts';
import { userKeys } from '#src/features/users/queries.ts';
import { setTimeZone } from '#src/lib/dates/reader-zone.ts';
import { readSurfaceCache } from '#src/lib/surface-cache.ts';
import { readPublished, subjectOf } from '#src/messaging/published.ts';
import { extensionTransport } from '#src/transport/extension.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport } from '#src/transport/transport.ts';
import { followTheme } from '#src/ui/theme/theme.ts';
import { prepareNotesPanel } from './open-notes-panel.ts';
import { Popup } from './Popup.tsx';
import type { PopupCache } from './useUpdatePopupCache.ts';

/** Starts the popup with its cached data, before it asks the worker or the server. */
export async function startPopup(root: HTMLElement) {
  followTheme();
  provideTransport(extensionTransport);
  void prepareNotesPanel();
  const pendingSignIn = readPublished('signIn');
  const [signIn, cached] = await Promise.all([
    pendingSignIn,
    readSurfaceCache<PopupCache>('popup', pendingSignIn.then(subjectOf)),
  ]);
  const client = createQueryClient();
  if (cached !== null) {
    // Stale data: shown immediately and refetched.
    const old = { updatedAt: 0 };
    setTimeZone(cached.value.me.time_zone);
    client.setQueryData(userKeys.me(), cached.value.me, old);
    client.setQueryData(nextMeetingQuery().queryKey, cached.value.nextMeeting, old);
    if (cached.value.upcoming !== undefined) {
      const pages = { pages: [cached.value.upcoming], pageParams: [null] };
      client.setQueryData(taskKeys.upcoming(null), pages, old);
    }
    if (cached.value.pinnedStudents !== undefined) {
      client.setQueryData(taskKeys.pinned(), cached.value.pinnedStudents, old);
    }
  }
  createRoot(root).render(<Popup client={client} initial={signIn} cachedAt={cached?.at ?? null} />);
}
