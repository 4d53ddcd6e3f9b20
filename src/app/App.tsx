import '#src/lib/zod-without-eval.ts';
import { useMemo } from 'react';
import { RouterProvider } from 'react-router';
import { createQueryClient } from '#src/transport/query-client.ts';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';

/** The full app: in a browser tab on the web, and in a tab of the extension. */
export function App({ kind }: { kind: 'web' | 'extension' }) {
  const client = useMemo(() => createQueryClient(), []);
  const router = useMemo(() => createAppRouter(kind), [kind]);
  return (
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>
  );
}
