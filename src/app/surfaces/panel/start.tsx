import { createRoot } from 'react-dom/client';
import { readSurfaceCache } from '#src/lib/surface-cache.ts';
import { readPublished, subjectOf } from '#src/messaging/published.ts';
import { extensionTransport } from '#src/transport/extension.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport } from '#src/transport/transport.ts';
import { followTheme } from '#src/ui/theme.ts';
import { Providers } from '../../providers.tsx';
import { type PanelCache, showPanelCache } from './panel-cache.ts';
import { Panel } from './Panel.tsx';

/** Starts the side panel with its cached data, also offline. */
export async function startPanel(root: HTMLElement) {
  followTheme();
  provideTransport(extensionTransport);
  const asked = readPublished('signIn');
  const [signIn, kept] = await Promise.all([
    asked,
    readSurfaceCache<PanelCache>('panel', asked.then(subjectOf)),
  ]);
  const client = createQueryClient();
  if (kept !== null) showPanelCache(client, kept.value);
  createRoot(root).render(
    <Providers client={client}>
      <Panel initial={signIn} />
    </Providers>,
  );
}
