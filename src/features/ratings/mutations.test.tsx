// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { useCreateSpr } from './mutations.ts';
import { ratingQueries } from './queries.ts';

it('the rating is loaded when someone else created it first', async () => {
  const taken = new AppError('INVALID_INPUT', 'This student has a profile rating already.');
  provideTransport({ graphql: () => Promise.reject(taken) } as unknown as Transport);
  const client = createQueryClient();
  const { queryKey } = ratingQueries.of(5);
  client.setQueryData(queryKey, null);
  const { result } = renderHook(useCreateSpr, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  result.current.mutate(5);
  await waitFor(() => expect(result.current.isError).toBe(true));
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
