import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import type { Me } from '#shared/users/responses.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { MeContext } from '../../shell/me.ts';
import { Component as Reschedule } from './meetings-reschedule.tsx';

const MINUTE = 60_000;

it.each([
  ['starts soon', 'booked', 30, 'This meeting starts too soon to be changed.'],
  ['is running', 'booked', -10, 'This meeting has started, is over or was canceled.'],
  ['was canceled', 'canceled', 30, 'This meeting has started, is over or was canceled.'],
])('says why a meeting that %s cannot be moved', async (_state, status, inMinutes, text) => {
  const startsAt = new Date(Date.now() + inMinutes * MINUTE).toISOString();
  const bookedMeeting = {
    id: 'meeting',
    name: 'Essay review',
    simplybookId: 7,
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + 45 * MINUTE).toISOString(),
    status,
    provider: { pk: 1, fullName: 'Elena Marsh' },
    client: { pk: 2, fullName: 'Maya Okafor' },
    permissions: [],
  };
  provideTransport({ graphql: async () => ({ bookedMeeting }) } as unknown as Transport);
  render(
    <MemoryRouter initialEntries={['/7/']}>
      <QueryClientProvider client={createQueryClient()}>
        <MeContext value={{ pk: 1, show_meetings: true } as Me}>
          <Routes>
            <Route path="/:simplybookId/" element={<Reschedule />} />
          </Routes>
        </MeContext>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const title = await screen.findByText('This meeting cannot be moved');
  expect(title.parentElement?.textContent).toContain(text);
});
