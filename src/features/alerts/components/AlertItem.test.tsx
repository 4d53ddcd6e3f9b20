import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import type { Alert } from '#shared/alerts/responses.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { snackbarStore } from '#src/ui/feedback/snackbar.ts';
import { AlertItem } from './AlertItem.tsx';

const alert = {
  pk: 1,
  kind: 'task_added',
  title: 'New task',
  body: '',
  path: '/tasks/',
  reason: 'Because.',
  created_at: new Date().toISOString(),
  read_at: null,
  snoozed_until: null,
};

function open(shown: Alert) {
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <AlertItem alert={shown} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

it('shows when an alert returned from its snooze', () => {
  open({ ...alert, created_at: '2026-11-20T12:00:00.000Z', appeared_at: '2026-11-24T12:00:00.000Z' });
  const times = screen.getByText(/Because/).querySelectorAll('time');
  expect([...times].map(({ dateTime }) => dateTime)).toEqual(['2026-11-24T12:00:00.000Z']);
});

it('shows that an alert could not be marked as read from its menu', async () => {
  provideTransport({
    rest: () => Promise.reject(new AppError('NETWORK', 'Unreachable')),
  } as unknown as Transport);
  open(alert);
  fireEvent.click(screen.getByLabelText('Actions for New task'));
  fireEvent.click(await screen.findByText('Mark as read'));
  await waitFor(() =>
    expect(snackbarStore.read().map(({ text }) => text)).toEqual(["Couldn't mark the alert as read"]),
  );
});
