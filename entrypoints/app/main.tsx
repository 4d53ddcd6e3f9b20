import '#src/ui/theme/styles.css';
import '#src/app/surfaces/app/before-code.ts';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#src/app/App.tsx';
import { createAppRouter } from '#src/app/router.tsx';
import { loadFirstPage } from '#src/app/shell/loading/first-page.ts';
import { startSurface } from '#src/app/surfaces/app/start.ts';
import { createQueryClient } from '#src/transport/query-client.ts';

const kind = await startSurface();
const client = createQueryClient();
const router = createAppRouter(kind);
await loadFirstPage(client, router);
// In slices of a few milliseconds, with clicks handled in between.
startTransition(() => {
  createRoot(document.getElementById('root') as HTMLElement).render(<App client={client} router={router} />);
});
