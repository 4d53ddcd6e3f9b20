import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { Me } from '#shared/users/responses.ts';
import { setTimeZone } from '#src/lib/dates/reader-zone.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { MeContext } from '../../shell/me.ts';
import { Component as MeetingsList } from './meetings-list.tsx';

afterEach(() => {
  vi.useRealTimers();
  setTimeZone(null);
});

function canceled(startsAt: string) {
  return {
    id: startsAt,
    name: 'Essay review',
    startsAt,
    endsAt: startsAt,
    status: 'canceled',
    provider: { pk: 1, fullName: 'Elena Marsh' },
    client: { pk: 2, fullName: 'Maya Okafor' },
    providerTimeZone: 'UTC',
    clientTimeZone: 'UTC',
    series: null,
    meetingNote: null,
    canceledBy: null,
    cancelReason: 'Ill',
    permissions: [],
  };
}

it('lists canceled meetings of the last and the next Monday under their own dates', async () => {
  vi.useFakeTimers({ now: new Date('2026-12-02T12:00:00Z'), toFake: ['Date'] });
  setTimeZone('UTC');
  const starts = ['2026-12-07T15:00:00Z', '2026-12-02T15:00:00Z', '2026-11-30T15:00:00Z'];
  const bookedMeetings = {
    pageInfo: { hasNextPage: false, endCursor: null },
    edges: starts.map((startsAt) => ({ node: canceled(startsAt) })),
  };
  provideTransport({
    graphql: async () => ({ bookedMeetings, bookingPairs: [] }),
  } as unknown as Transport);
  render(
    <MemoryRouter initialEntries={['/meetings/?show=canceled']}>
      <QueryClientProvider client={createQueryClient()}>
        <MeContext value={{ pk: 1, show_meetings: true, access: 'full', capabilities: [] } as unknown as Me}>
          <MeetingsList />
        </MeContext>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await screen.findAllByText('Maya Okafor');
  expect([...document.querySelectorAll('section h2')].map(({ textContent }) => textContent)).toEqual([
    'Monday, December 7',
    'Wednesday, December 2',
    'Monday, November 30',
  ]);
});
