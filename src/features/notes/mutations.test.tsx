import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { useSendMeetingNoteMutation } from './mutations.ts';

// covers: MEET-032
it('reloads the interactions on the screen after a meeting note was sent, not after a failed send', async () => {
  let isReachable = false;
  const graphql = async () => {
    if (!isReachable) throw new AppError('NETWORK', 'Unreachable');
    return {
      sendMeetingNote: { clientMutationId: null, meetingNote: { id: 'x', sent: true, sentAt: null } },
    };
  };
  provideTransport({ graphql } as unknown as Transport);
  const client = createQueryClient();
  const readInteractions = vi.fn<() => Promise<string[]>>(async () => []);
  const { result } = renderHook(
    () => ({
      interactions: useQuery({ queryKey: ['interactions'], queryFn: readInteractions }),
      send: useSendMeetingNoteMutation(),
    }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  await waitFor(() => expect(readInteractions).toHaveBeenCalledTimes(1));
  await act(() => result.current.send.mutateAsync({ meetingNoteId: 'x' }).catch(() => undefined));
  expect(readInteractions).toHaveBeenCalledTimes(1);
  isReachable = true;
  await act(() => result.current.send.mutateAsync({ meetingNoteId: 'x' }));
  await waitFor(() => expect(readInteractions).toHaveBeenCalledTimes(2));
});
