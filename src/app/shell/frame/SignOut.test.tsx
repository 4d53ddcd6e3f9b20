import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { Me } from '#shared/users/responses.ts';
import { addToOutbox } from '#src/features/tasks/outbox.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { SignOut } from './SignOut.tsx';

// Dialogs are slow in the simulated browser.
configure({ asyncUtilTimeout: 10_000 });

it('names the unsent task changes and says that they are sent later', async () => {
  const change = { kind: 'complete', taskPk: 1, taskId: 'a' } as const;
  await addToOutbox(7, { ...change, id: 'done', completed: true });
  await addToOutbox(7, { ...change, id: 'again', completed: false });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <SignOut me={{ pk: 7, id: 'maya' } as Me} onStay={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText('Sign out and lose 2 task changes?');
  screen.getByText(
    'Only on this device. Bug reports and task changes are sent when the server can be reached.',
  );
  const names = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(names.toSorted()).toEqual(['A completed task', 'A reopened task']);
}, 30_000);
