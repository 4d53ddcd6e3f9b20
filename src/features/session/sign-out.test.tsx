import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { paths } from '#shared/kernel/paths.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { useSignOut } from './sign-out.ts';

it('signs out in a browser whose storage cannot be opened', async () => {
  provideTransport({ signOut: async () => {} } as unknown as Transport);
  const { result } = renderHook(() => ({ signOut: useSignOut(), path: useLocation().pathname }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>{children}</MemoryRouter>
      </QueryClientProvider>
    ),
  });
  result.current.signOut(() => Promise.reject(new Error('No IndexedDB')));
  await waitFor(() => expect(result.current.path).toBe(paths.signIn));
});
