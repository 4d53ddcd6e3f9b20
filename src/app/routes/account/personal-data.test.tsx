import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import type { Me } from '#shared/users/responses.ts';
import { clearCache, createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type RestRequest, type Transport } from '#src/transport/transport.ts';
import { MeContext } from '../../shell/me.ts';
import { Component } from './personal-data.tsx';

const PERSON = {
  id: 'x',
  object_id: 5,
  pk: 5,
  role: 'student',
  first_name: 'Maya',
  last_name: 'Okafor',
  full_name: 'Maya Okafor',
  email: null,
  phone: null,
  birthday: null,
  tracker_link: null,
  picture: null,
  year: null,
  target_points: null,
  last_interaction: null,
  permissions: ['view_personal_data'],
  deleted_at: null,
  disabled_reason: null,
  has_relation_perm: false,
  students: [],
  parents: [],
  mentors: [],
};
const PARENT = {
  pk: 7,
  id: 'p',
  full_name: 'Ada Okafor',
  permissions: [],
  capabilities: [],
} as unknown as Me;

/** Opens the page of a child; `readPerson` is the response to the request for the child's profile. */
function openPage(readPerson: () => Promise<unknown>) {
  provideTransport({
    rest: ({ endpoint }: RestRequest) =>
      endpoint === 'user'
        ? readPerson()
        : Promise.resolve({ full_name: 'Maya Okafor', export: null, deletion: null, keeps_notes: false }),
  } as unknown as Transport);
  const client = createQueryClient();
  render(
    <MemoryRouter initialEntries={['/users/5/personal_data/']}>
      <QueryClientProvider client={client}>
        <MeContext value={PARENT}>
          <Routes>
            <Route path="/users/:pk/personal_data/" element={<Component />} />
          </Routes>
        </MeContext>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return client;
}

const hasFailed = (query: { state: { status: string } }) => query.state.status === 'error';

it('keeps the page and its open dialog when reloading the profile fails', async () => {
  const readPerson = vi.fn<() => Promise<unknown>>(async () => PERSON);
  const client = openPage(readPerson);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  await screen.findByText('Delete the account of Maya Okafor?');
  readPerson.mockRejectedValue(new AppError('INTERNAL', 'Broken'));
  clearCache(client);
  await waitFor(() => expect(client.getQueryCache().findAll({ predicate: hasFailed })).toHaveLength(1));
  expect(screen.queryByText('Delete the account of Maya Okafor?')).not.toBeNull();
  expect(screen.queryByText('Not Found')).toBeNull();
});

// covers: API-010
it('says that the data could not be loaded when the first request fails', async () => {
  openPage(() => Promise.reject(new AppError('INTERNAL', 'Broken')));
  expect(await screen.findByText('Data Load Error')).toBeTruthy();
  expect(screen.queryByText('Not Found')).toBeNull();
});

it('says Not Found for a person who is missing or not visible', async () => {
  openPage(() => Promise.reject(notFound()));
  expect(await screen.findByText('Not Found')).toBeTruthy();
});
