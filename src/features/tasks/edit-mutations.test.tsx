import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { nextTask } from '#src/lib/timing/next-task.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { useReorderTask } from './edit-mutations.ts';
import { listPageQuery } from './list-page-query.ts';

const [first, second, third] = ['first', 'second', 'third'].map((id, index) => ({
  id,
  pk: index + 1,
  name: id,
})) as [Moved, Moved, Moved];
interface Moved {
  id: string;
  pk: number;
  name: string;
}

/** The list on the server, which the tests change, and how often it was loaded. */
let stored: readonly Moved[] = [];
let loads = 0;
/** The moves that were sent, oldest first. */
let sent: (PromiseWithResolvers<unknown> & { id: unknown })[] = [];

beforeEach(() => {
  [stored, loads, sent] = [[first, second, third], 0, []];
  const graphql = async ({ query, variables }: GraphQLRequest) => {
    if (query.includes('reorderTask(')) {
      const response = { ...Promise.withResolvers<unknown>(), id: variables['id'] };
      sent.push(response);
      return response.promise;
    }
    loads += 1;
    // A response never arrives in the task of its request.
    await nextTask();
    return { allTaskLists: { edges: [{ node: { slug: 'school', tasks: stored } }] } };
  };
  provideTransport({ graphql } as unknown as Transport);
});

/** Opens the list. @returns the hook, and the order of each render */
async function openList() {
  const orders: string[] = [];
  const client = createQueryClient();
  const { result } = renderHook(
    () => {
      const list = useQuery(listPageQuery('school', 7));
      orders.push((list.data?.tasks ?? []).map(({ id }) => id).join(' '));
      return useReorderTask('school');
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  await waitFor(() => expect(orders.at(-1)).toBe('first second third'));
  return { result, orders };
}

it('shows the moves of tasks immediately, and sends them one after the other', async () => {
  const { result, orders } = await openList();
  act(() => {
    result.current.mutate({ task: third, after: first });
    result.current.mutate({ task: first, after: third });
  });
  await waitFor(() => expect(orders.at(-1)).toBe('third first second'));
  await waitFor(() => expect(sent.map(({ id }) => id)).toEqual(['third']));
  await act(async () => sent[0]?.resolve({ reorderTask: { task: { id: 'third' } } }));
  await waitFor(() => expect(sent.map(({ id }) => id)).toEqual(['third', 'first']));
});

it('keeps the order of a move that waits when the list is loaded after the move before it', async () => {
  const { result, orders } = await openList();
  act(() => {
    result.current.mutate({ task: third, after: first });
    result.current.mutate({ task: first, after: second });
  });
  await waitFor(() => expect(orders.at(-1)).toBe('third second first'));
  const before = orders.length;
  stored = [first, third, second];
  await act(async () => sent[0]?.resolve({ reorderTask: { task: { id: 'third' } } }));
  await waitFor(() => expect(loads).toBe(2));
  await waitFor(() => expect(sent).toHaveLength(2));
  stored = [third, second, first];
  await act(async () => sent[1]?.resolve({ reorderTask: { task: { id: 'first' } } }));
  await waitFor(() => expect(loads).toBe(3));
  expect(new Set(orders.slice(before))).toEqual(new Set(['third second first']));
});

it('shows the order of the server when it refuses a move', async () => {
  const { result, orders } = await openList();
  act(() => result.current.mutate({ task: third, after: null }));
  await waitFor(() => expect(orders.at(-1)).toBe('third first second'));
  await waitFor(() => expect(sent).toHaveLength(1));
  await act(async () => sent[0]?.reject(new AppError('NOT_FOUND', 'The task is gone')));
  await waitFor(() => expect(loads).toBe(2));
  await waitFor(() => expect(orders.at(-1)).toBe('first second third'));
});
