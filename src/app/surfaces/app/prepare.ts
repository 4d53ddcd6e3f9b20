import { createAppRouter } from '#src/app/router.tsx';
import { loadFirstPage } from '#src/app/shell/loading/first-page.ts';
import { createQueryClient } from '#src/transport/query-client.ts';

/** Creates the app's cache and router, and waits a moment for the first page's code and data. */
export async function prepareApp(kind: 'web' | 'extension') {
  const client = createQueryClient();
  const router = createAppRouter(kind);
  await loadFirstPage(client, router);
  return { client, router };
}
