import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { useReorderTask } from './edit-mutations.ts';
import { taskKeys, type TaskListPage } from './queries.ts';

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

it('shows the moves of tasks immediately, and sends them one after the other', async () => {
  const sent: PromiseWithResolvers<unknown>[] = [];
  const ids: unknown[] = [];
  const graphql = ({ variables }: GraphQLRequest) => {
    ids.push(variables['id']);
    const response = Promise.withResolvers<unknown>();
    sent.push(response);
    return response.promise;
  };
  provideTransport({ graphql } as unknown as Transport);
  const client = createQueryClient();
  const key = [...taskKeys.list('school'), 7];
  client.setQueryData(key, { tasks: [first, second, third] });
  const { result } = renderHook(() => useReorderTask('school'), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  act(() => {
    result.current.mutate({ task: third, after: first });
    result.current.mutate({ task: first, after: third });
  });
  const order = client.getQueryData<TaskListPage>(key)?.tasks.map(({ id }) => id);
  expect(order).toEqual(['third', 'first', 'second']);
  await waitFor(() => expect(ids).toEqual(['third']));
  await act(async () => sent[0]?.resolve({ reorderTask: { task: { id: 'third' } } }));
  await waitFor(() => expect(ids).toEqual(['third', 'first']));
});
