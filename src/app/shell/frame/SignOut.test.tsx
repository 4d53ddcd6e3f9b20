import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { Me } from '#shared/users/responses.ts';
import { addToOutbox, clearOutbox } from '#src/features/tasks/outbox.ts';
import { type Draft, draftStore } from '#src/lib/drafts/draft-store.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { SignOut } from './SignOut.tsx';

const endSession = vi.fn<() => Promise<void>>(async () => undefined);
provideTransport({ signOut: endSession } as unknown as Transport);

afterEach(async () => {
  await Promise.all([draftStore.clear(), clearOutbox()]);
  endSession.mockClear();
});

function storeDraft(title: string): Promise<void> {
  const draft: Draft = { id: title, owner: '7', subject: `essay:${title}`, title, changedAt: 1 };
  return draftStore.put(draft, 'relaxed');
}

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <SignOut me={{ pk: 7, id: 'maya' } as Me} onStay={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('names the unsent task changes and says that they are sent later', async () => {
  const change = { kind: 'complete', taskPk: 1, taskId: 'a' } as const;
  await addToOutbox(7, { ...change, id: 'done', completed: true });
  await addToOutbox(7, { ...change, id: 'again', completed: false });
  open();
  await screen.findByText('Sign out and lose 2 task changes?');
  screen.getByText(
    'Only on this device. Bug reports and task changes are sent when the server can be reached.',
  );
  const names = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(names.toSorted()).toEqual(['A completed task', 'A reopened task']);
});

it('asks again when another tab stored text after the question', async () => {
  await storeDraft('Maya');
  open();
  await screen.findByText('Sign out and lose 1 draft?');
  await storeDraft('Essay');
  fireEvent.click(screen.getByText('Sign out'));
  await screen.findByText('Sign out and lose 2 drafts?');
  screen.getByText(/^Your unsent changes are different now\. Check again\. /);
  screen.getByText('Essay');
  expect(endSession).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Sign out'));
  await waitFor(() => expect(endSession).toHaveBeenCalledOnce());
  await waitFor(async () => expect(await draftStore.of('7')).toEqual([]));
});
