import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { plainBody } from '#shared/tasks/plain-body.ts';
import { type Draft, draftStore } from '#src/lib/drafts/draft-store.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { type EssayDetail } from './queries.ts';
import { toStoredEssay } from './essay-draft.ts';
import { useDeleteDiscardedEssays } from './useDeleteDiscardedEssays.ts';

const essay = {
  id: 'essay',
  pk: 4,
  version: 1,
  title: 'Private',
  body: plainBody('Text'),
  student: { pk: 5 },
} as unknown as EssayDetail;

afterEach(() => draftStore.clear());

it('deletes an essay that was discarded in an editor that is closed', async () => {
  // What the editor of a deleted essay stores, whose text was sent as a new essay and then discarded.
  const attempt = { key: 'key', values: toStoredEssay(essay).values };
  const pending = {
    id: 'key',
    owner: '7',
    subject: 'discarded:essay:3',
    title: 'Private',
    changedAt: 1,
    attempt,
  };
  await draftStore.put(pending as Draft, 'relaxed');
  const inputs: unknown[] = [];
  const graphql = async ({ query, variables }: GraphQLRequest) => {
    inputs.push(variables['input']);
    const created = { ...essay, body: JSON.stringify(essay.body) };
    return query.includes('createEssay(') ? { createEssay: { essay: created } } : {};
  };
  provideTransport({ graphql } as unknown as Transport);
  const client = createQueryClient();
  renderHook(() => useDeleteDiscardedEssays('7'), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  await waitFor(async () => expect(await draftStore.of('7')).toEqual([]));
  expect(inputs).toMatchObject([{ idempotencyKey: 'key', studentPk: 5, title: 'Private' }, { id: 'essay' }]);
});
