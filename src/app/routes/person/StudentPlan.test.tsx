import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import type { Person } from '#shared/users/person.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { EssaysCard, RatingCard } from './StudentPlan.tsx';

it.each([
  ['a mentor', 'No essays yet.', ['add_essay']],
  ['a parent', 'No shared essays.', []],
])('tells %s: %s', async (_, text, permissions) => {
  const studentEssays = { permissions, student: { id: 'maya', pk: 5 }, colleges: [], essays: [] };
  provideTransport({ graphql: async () => ({ studentEssays }) } as unknown as Transport);
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <EssaysCard student={{ pk: 5 } as Person} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect((await screen.findByText(/^No .*essays/)).textContent).toBe(text);
});

it('a second click on "Create SPR" before the rating opens creates nothing', async () => {
  const create = vi.fn<() => Promise<unknown>>(async () => ({ createSpr: { studentProfileRating: {} } }));
  const graphql = ({ variables }: { variables: object }) =>
    'input' in variables ? create() : Promise.resolve({ spr: null });
  provideTransport({ graphql } as unknown as Transport);
  const student = { pk: 5, permissions: ['add_studentprofilerating'] } as unknown as Person;
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <RatingCard student={student} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const button = await screen.findByRole('button', { name: 'Create SPR' });
  fireEvent.click(button);
  await waitFor(() => expect(create).toHaveBeenCalledOnce());
  await act(async () => {});
  fireEvent.click(button);
  await act(async () => {});
  expect(create).toHaveBeenCalledOnce();
});
