import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { snackbarStore } from '#src/ui/feedback/snackbar.ts';
import { AlertItem } from './AlertItem.tsx';

// The menu's code loads when it opens.
configure({ asyncUtilTimeout: 10_000 });

it('shows that an alert could not be marked as read from its menu', async () => {
  provideTransport({
    rest: () => Promise.reject(new AppError('NETWORK', 'Unreachable')),
  } as unknown as Transport);
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
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <AlertItem alert={alert} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByLabelText('Actions for New task'));
  fireEvent.click(await screen.findByText('Mark as read'));
  await waitFor(() =>
    expect(snackbarStore.read().map(({ text }) => text)).toEqual(["Couldn't mark the alert as read"]),
  );
}, 30_000);
