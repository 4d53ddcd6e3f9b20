import { createRoot } from 'react-dom/client';
import { meetingKeys } from '#src/features/meetings/queries.ts';
import { taskKeys } from '#src/features/tasks/queries.ts';
import { userKeys } from '#src/features/users/queries.ts';
import { setTimeZone } from '#src/lib/reader-zone.ts';
import { readSurfaceCache } from '#src/lib/surface-cache.ts';
import { readPublished, subjectOf } from '#src/messaging/published.ts';
import { extensionTransport } from '#src/transport/extension.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport } from '#src/transport/transport.ts';
import { followTheme } from '#src/ui/theme.ts';
import { prepareNotesPanel } from './open-notes-panel.ts';
import { Popup } from './Popup.tsx';
import type { KeptData } from './useKeepData.ts';

/** Starts the popup with its cached data, before it asks the worker or the server. */
export async function startPopup(root: HTMLElement) {
  followTheme();
  provideTransport(extensionTransport);
  void prepareNotesPanel();
  const asked = readPublished('signIn');
  const [signIn, kept] = await Promise.all([
    asked,
    readSurfaceCache<KeptData>('popup', asked.then(subjectOf)),
  ]);
  const client = createQueryClient();
  if (kept !== null) {
    // Stale data: shown immediately and refetched.
    const old = { updatedAt: 0 };
    setTimeZone(kept.value.me.time_zone);
    client.setQueryData(userKeys.me(), kept.value.me, old);
    client.setQueryData(meetingKeys.next(), kept.value.nextMeeting, old);
    if (kept.value.upcoming !== undefined) {
      const pages = { pages: [kept.value.upcoming], pageParams: [null] };
      client.setQueryData(taskKeys.upcoming(null), pages, old);
    }
  }
  createRoot(root).render(<Popup client={client} initial={signIn} keptAt={kept?.at ?? null} />);
}
