import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type RestRequest, type Transport } from '#src/transport/transport.ts';
import { membershipKeys } from '../queries.ts';
import { MembershipList } from './MembershipList.tsx';

const membership = (pk: number, name: string) => ({
  student: { pk, full_name: name },
  membership_name: 'Basic',
  state: 'active',
  period_end: null,
});

it('shows the previous page when the last row of the last page is gone', async () => {
  let lastPage = [membership(2, 'Zoe Zhang')];
  const rest = async ({ endpoint, search }: RestRequest) => {
    if (endpoint === 'membershipPlans') return { plans: [] };
    return search?.['after'] === undefined
      ? { memberships: [membership(1, 'Ada Abel')], next: 'second' }
      : { memberships: lastPage, next: null };
  };
  provideTransport({ rest } as unknown as Transport);
  const client = createQueryClient();
  const router = createMemoryRouter([
    { path: '/', element: <MembershipList filters={{}} onFilter={() => {}} /> },
  ]);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByText('Ada Abel');
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('Zoe Zhang');
  lastPage = [];
  await act(() => client.invalidateQueries({ queryKey: membershipKeys.all }));
  expect(await screen.findByText('Ada Abel')).toBeTruthy();
});
