import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { EssayList } from './EssayList.tsx';

/** Opens the list of a student without readable essays. */
async function openEmptyList(permissions: string[]) {
  const student = { id: 'maya', pk: 5, fullName: 'Maya Okafor' };
  const studentEssays = { permissions, student, colleges: [], essays: [] };
  provideTransport({ graphql: async () => ({ studentEssays }) } as unknown as Transport);
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <EssayList owner="7" studentPk={5} isOwn={false} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await screen.findByRole('heading', { name: 'Essays of Maya Okafor' });
}

it('tells a mentor that there are no essays', async () => {
  await openEmptyList(['add_essay']);
  expect(screen.queryByText('No essays yet')).not.toBeNull();
});

it('tells a parent only that no essays are shared', async () => {
  await openEmptyList([]);
  expect(screen.queryByText('No shared essays')).not.toBeNull();
  expect(screen.queryByText('No essays yet')).toBeNull();
});
