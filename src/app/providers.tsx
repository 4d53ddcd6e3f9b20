import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Snackbars } from '#src/ui/feedback/Snackbars.tsx';
import { CrashBoundary } from './shell/crash/CrashBoundary.tsx';

/** The providers of every surface: the query cache, snackbars and the crash page. */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <CrashBoundary>
      <QueryClientProvider client={client}>
        {children}
        <Snackbars />
      </QueryClientProvider>
    </CrashBoundary>
  );
}
