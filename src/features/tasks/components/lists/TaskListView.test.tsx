import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { snackbarStore } from '#src/ui/feedback/snackbar.ts';
import type { TaskListPage } from '../../queries.ts';
import { TaskListView } from './TaskListView.tsx';

it('says that the list is still shared when it could not be made private', async () => {
  const fail = () => Promise.reject(new AppError('INTERNAL', 'Broken'));
  provideTransport({ graphql: fail, rest: fail } as unknown as Transport);
  const list = {
    pk: 1,
    slug: 'school',
    name: 'School',
    userId: 7,
    private: false,
    permissions: ['change_private'],
    favorites: [],
    tasks: [],
  } as unknown as TaskListPage;
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <TaskListView
          viewer={{ pk: 7, capabilities: ['share_lists'] }}
          list={list}
          currentPk={null}
          linkTo={() => '/'}
          ownerPath="/"
          visibility={null}
          onDeleted={() => {}}
        />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByLabelText('Private'));
  await waitFor(() =>
    expect(snackbarStore.read().map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'error: Could not change who can see this list. Try again.',
    ]),
  );
});
