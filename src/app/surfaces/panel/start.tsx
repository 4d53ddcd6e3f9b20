import { createRoot } from 'react-dom/client';
import { readSurfaceCache } from '#src/lib/surface-cache.ts';
import { readPublished, subjectOf } from '#src/messaging/published.ts';
import { extensionTransport } from '#src/transport/extension.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport } from '#src/transport/transport.ts';
import { followTheme } from '#src/ui/theme/theme.ts';
import { Providers } from '../../providers.tsx';
import { type PanelCache, showPanelCache } from './panel-cache.ts';
import { Panel } from './Panel.tsx';

/** Starts the side panel with its cached data, also offline. */
export async function startPanel(root: HTMLElement) {
  followTheme();
  provideTransport(extensionTransport);
  const pendingSignIn = readPublished('signIn');
  const [signIn, cached] = await Promise.all([
    pendingSignIn,
    readSurfaceCache<PanelCache>('panel', pendingSignIn.then(subjectOf)),
  ]);
  const client = createQueryClient();
  if (cached !== null) showPanelCache(client, cached.value);
  createRoot(root).render(
    <Providers client={client}>
      <Panel initial={signIn} cached={cached?.value.meeting.simplybookId ?? null} />
    </Providers>,
  );
}
