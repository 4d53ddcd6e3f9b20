import '#src/lib/zod-without-eval.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router';
import { Providers } from './providers.tsx';

/** The full app: in a browser tab on the web, and in a tab of the extension. */
export function App({ client, router }: { client: QueryClient; router: DataRouter }) {
  return (
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>
  );
}
