import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { addToOutbox, clearOutbox, readOutbox } from '../../outbox.ts';
import { UpcomingTasks } from './UpcomingTasks.tsx';

const VIEWER = 7;
const CHILD = 8;

beforeEach(() => {
  const pageInfo = { hasNextPage: false, endCursor: null };
  provideTransport({
    graphql: async () => ({ allUpcomingTasks: { edges: [], pageInfo } }),
  } as unknown as Transport);
});
afterEach(() => clearOutbox());

const addNew = (name: string, extra: { listOwnerPk?: number; refusal?: string }) =>
  addToOutbox(VIEWER, {
    id: name,
    kind: 'create',
    input: { name, body: '{}', htmlBody: '', containingListId: 'list' },
    ...extra,
  });

function renderTasks(userPk?: number) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <UpcomingTasks viewerPk={VIEWER} {...(userPk !== undefined && { userPk })} renderLink={() => null} />
    </QueryClientProvider>,
  );
}

it('unsent tasks appear only with the owner of their list', async () => {
  await addNew('For me', {});
  await addNew('For the child', { listOwnerPk: CHILD });
  renderTasks(CHILD);
  await screen.findByText('For the child');
  expect(screen.queryByText('For me')).toBeNull();
});

it('unsent tasks of other people do not hide that nothing is due', async () => {
  await addNew('For the child', { listOwnerPk: CHILD });
  renderTasks();
  await screen.findByText('Nothing is due');
  expect(screen.queryByText('For the child')).toBeNull();
});

it('a refused task stays with the reason until the person deletes it', async () => {
  await addNew('Essay', { refusal: 'A list can have at most 500 open tasks' });
  renderTasks();
  await screen.findByText('A list can have at most 500 open tasks');
  expect(screen.queryByText('Waiting to be sent')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Delete Essay' }));
  await waitFor(() => expect(screen.queryByText('Essay')).toBeNull());
  expect(await readOutbox(VIEWER)).toEqual([]);
});
