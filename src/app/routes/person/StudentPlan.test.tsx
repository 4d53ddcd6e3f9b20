import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { Person } from '#shared/users/person.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { EssaysCard } from './StudentPlan.tsx';

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
