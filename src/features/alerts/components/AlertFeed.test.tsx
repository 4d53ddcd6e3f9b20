import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type RestRequest, type Transport } from '#src/transport/transport.ts';
import { AlertFeed } from './AlertFeed.tsx';

const page = (pk: number, title: string, older: string | null) => ({
  cursor: 'head',
  unread_count: 0,
  has_more: older !== null,
  older,
  alerts: [
    {
      pk,
      kind: 'task_added',
      title,
      body: '',
      path: '/tasks/',
      reason: 'Because.',
      created_at: '2026-11-20T12:00:00.000Z',
      read_at: '2026-11-20T12:00:00.000Z',
      snoozed_until: null,
    },
  ],
  quiet_hours: { start: 21, end: 7, time_zone: 'UTC' },
});

it('shows older alerts after the cursor of the page before, until the last page', async () => {
  const rest = async ({ search }: RestRequest) =>
    search?.['before'] === 'second' ? page(9, 'Oldest', null) : page(4, 'Returned', 'second');
  provideTransport({ rest } as unknown as Transport);
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <AlertFeed />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const more = await screen.findByRole('button', { name: 'Show older alerts' });
  expect(screen.getByText('Returned')).toBeTruthy();
  fireEvent.click(more);
  await screen.findByText('Oldest');
  expect(screen.getByText('Returned')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older alerts' })).toBeNull());
});
