import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { plainBody } from '#shared/tasks/plain-body.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { useMeetingNote } from './useMeetingNote.ts';

afterEach(() => void vi.useRealTimers());

it('follows a meeting that is moved, and a note that is written elsewhere', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let meeting: object = { startsAt: '2026-11-25T23:00:00Z', meetingNote: null };
  let title = '';
  provideTransport({
    graphql: async ({ query }: { query: string }) =>
      query.includes('query BookedMeeting')
        ? { bookedMeeting: meeting }
        : { note: { pk: 12, title, body: plainBody('Text') } },
  } as unknown as Transport);
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useMeetingNote(7), { wrapper });
  await waitFor(() => expect(result.current.isReady).toBe(true));

  meeting = { startsAt: '2026-11-26T23:00:00Z', meetingNote: { notePtr: { pk: 12 } } };
  title = 'Written elsewhere';
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  await waitFor(() => expect(result.current.note?.title).toBe(title));
  expect(result.current.meeting).toMatchObject({ startsAt: '2026-11-26T23:00:00Z' });

  title = 'Changed elsewhere';
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  await waitFor(() => expect(result.current.note?.title).toBe(title));
});
