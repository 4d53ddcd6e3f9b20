// @vitest-environment happy-dom
import { type QueryClient, QueryClientProvider, type UseMutationResult } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { useCreateRoadmap, useDeleteActivity, useReorderActivities } from './mutations.ts';
import { roadmapKeys } from './queries.ts';

let client: QueryClient;

beforeEach(() => {
  client = createQueryClient();
  client.setQueryData(roadmapKeys.of(5), null);
});

/** Fails a change. @returns whether the roadmap is reloaded */
async function reloadsAfter<Input>(
  useChange: () => Pick<UseMutationResult<unknown, Error, Input>, 'mutate' | 'isError'>,
  input: Input,
  error: AppError,
) {
  provideTransport({ graphql: () => Promise.reject(error) } as unknown as Transport);
  const { result } = renderHook(useChange, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  result.current.mutate(input);
  await waitFor(() => expect(result.current.isError).toBe(true));
  return client.getQueryState(roadmapKeys.of(5))?.isInvalidated;
}

it('the roadmap is reloaded when someone else added an activity to the sorted ones', async () => {
  const conflict = new AppError('CONFLICT', 'Someone else changed the activities.');
  const input = { roadmapId: 'roadmap', category: 'SP' as const, ids: ['a'] };
  expect(await reloadsAfter(useReorderActivities, input, conflict)).toBe(true);
});

it('the roadmap is reloaded when someone else deleted the entry to delete', async () => {
  expect(await reloadsAfter(useDeleteActivity, 'activity', notFound())).toBe(true);
});

it('the roadmap is loaded when someone else created it first', async () => {
  const taken = new AppError('INVALID_INPUT', 'This student has a roadmap already.');
  expect(await reloadsAfter(useCreateRoadmap, { userPk: 5 } as never, taken)).toBe(true);
});
