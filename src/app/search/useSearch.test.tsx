import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import type { Me } from '#shared/users/responses.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { useSearch } from './useSearch.ts';

const maya = { pk: 7, capabilities: ['own_roadmap'], pinned_users: [] } as unknown as Me;

/** Returns the search of a person for a text. */
function search(me: Me, initialText = 'essay') {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useSearch({ me, pages: [], actions: [], initialText }), { wrapper }).result;
}

// covers: API-013
it('names the lists and roadmaps that could not be searched, and searches them again', async () => {
  let isBroken = true;
  const fail = () => Promise.reject(new AppError('INTERNAL', 'Broken'));
  provideTransport({
    rest: async () => (isBroken ? fail() : []),
    graphql: async ({ query }: { query: string }) => {
      if (/^\s*query SearchTasks\b/m.test(query)) return { searchTasks: [] };
      if (/^\s*query AllNotes\b/m.test(query))
        return { allNotes: { edges: [], pageInfo: { hasNextPage: false } } };
      return isBroken ? fail() : { roadmap: null };
    },
  } as unknown as Transport);
  const found = search(maya);
  await waitFor(() =>
    expect(found.current.failure).toEqual({ what: ['lists', 'roadmaps'], isOffline: false }),
  );
  isBroken = false;
  act(() => found.current.retry());
  await waitFor(() => expect(found.current.failure).toBeNull());
});

it('a pinned person without a roadmap is no failure', async () => {
  const pinned = {
    ...maya,
    capabilities: [],
    pinned_users: [{ pk: 2, full_name: 'Ana Ruiz' }],
  } as unknown as Me;
  let asked = 0;
  provideTransport({
    rest: async () => [],
    graphql: async ({ query }: { query: string }) => {
      if (/^\s*query SearchTasks\b/m.test(query)) return { searchTasks: [] };
      if (/^\s*query AllNotes\b/m.test(query))
        return { allNotes: { edges: [], pageInfo: { hasNextPage: false } } };
      asked += 1;
      throw new AppError('NOT_FOUND', 'Missing');
    },
  } as unknown as Transport);
  const found = search(pinned);
  await waitFor(() => expect([asked, found.current.isWaiting]).toEqual([1, false]));
  expect(found.current.failure).toBeNull();
});

it('finds a student whose name has a typing error', async () => {
  const elena = { ...maya, capabilities: ['list_students', 'search_users'] } as unknown as Me;
  const person = { id: 'VXNlcjo3', object_id: 7, pk: 7, role: 'student', picture: null, disabled: false };
  provideTransport({
    rest: async ({ endpoint }: { endpoint: string }) =>
      endpoint === 'searchUsers' ? [{ ...person, full_name: 'Maya Okafor' }] : [],
    graphql: async ({ query }: { query: string }) => {
      if (/^\s*query SearchTasks\b/m.test(query)) return { searchTasks: [] };
      if (/^\s*query AllNotes\b/m.test(query))
        return { allNotes: { edges: [], pageInfo: { hasNextPage: false } } };
      return { myStudents: [{ pk: 7, fullName: 'Maya Okafor', picture: null }] };
    },
  } as unknown as Transport);
  const found = search(elena, 'Mya Okafr');
  await waitFor(() => expect(found.current.found.people.map(({ pk }) => pk)).toEqual([7]));
  expect(found.current.found.students).toEqual([]);

  act(() => found.current.type('Maya Okafor'));
  await waitFor(() => expect(found.current.isWaiting).toBe(false));
  expect(found.current.found.students.map(({ pk }) => pk)).toEqual([7]);
  expect(found.current.found.people).toEqual([]);
});
