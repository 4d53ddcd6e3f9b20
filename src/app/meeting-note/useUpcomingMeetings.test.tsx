import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { useUpcomingMeetings } from './useUpcomingMeetings.ts';

const graphql = vi.fn<() => Promise<unknown>>();
provideTransport({ graphql } as unknown as Transport);

// Rerenders one hook, because the note form stays mounted from one note to the next.
it('each new note waits for the meetings, and a stored one does not', async () => {
  const client = createQueryClient();
  const { result, rerender } = renderHook(({ isNew }) => useUpcomingMeetings(isNew, 50), {
    initialProps: { isNew: false },
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  expect(result.current).toEqual([]);
  expect(graphql).not.toHaveBeenCalled();

  graphql.mockRejectedValue(new AppError('FORBIDDEN', 'No'));
  rerender({ isNew: true });
  expect(result.current).toBeUndefined();
  await waitFor(() => expect(result.current).toEqual([]));

  rerender({ isNew: false });
  graphql.mockResolvedValue({ bookedMeetings: { edges: [{ node: { id: 'next' } }] } });
  act(() => client.clear());
  rerender({ isNew: true });
  expect(result.current).toBeUndefined();
  await waitFor(() => expect(result.current).toEqual([{ id: 'next' }]));
});
