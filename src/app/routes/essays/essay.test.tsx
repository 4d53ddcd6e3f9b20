import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notFound } from '#shared/kernel/errors.ts';
import { plainBody } from '#shared/tasks/plain-body.ts';
import type { Me } from '#shared/users/responses.ts';
import { essayDraftSubject, type EssayValues, type StoredEssay } from '#src/features/essays/essay-draft.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import type { TextDraft } from '#src/lib/drafts/text-session-state.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { MeContext } from '../../shell/me.ts';
import { Component } from './essay.tsx';

// The editor of the text is not part of these tests.
vi.mock('#src/ui/rich-text/RichTextEditor.tsx', () => ({ RichTextEditor: () => null }));

const create = vi.fn<(input: unknown) => void>();

beforeEach(() => {
  provideTransport({
    // No essay exists.
    graphql: async ({ query, variables }: GraphQLRequest) => {
      if (!query.includes('mutation CreateEssay')) throw notFound();
      create(variables['input']);
      return { createEssay: { essay: { id: 'created', pk: 9, version: 1, body: null, student: { pk: 5 } } } };
    },
  } as unknown as Transport);
});
afterEach(async () => {
  await draftStore.clear();
});

function open(address: string) {
  const router = createMemoryRouter([{ path: 'essays/:studentPk/:pk', Component }], {
    initialEntries: [address],
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MeContext value={{ pk: 5 } as Me}>
        <RouterProvider router={router} />
      </MeContext>
    </QueryClientProvider>,
  );
  return router;
}

it('shows the unsaved text of an essay that was deleted elsewhere, and saves it as a new one', async () => {
  const stored = { title: 'Why I row', body: plainBody('Stored'), studentPk: 5 };
  const draft: TextDraft<EssayValues, StoredEssay> = {
    id: 'draft',
    owner: '5',
    subject: essayDraftSubject({ pk: 3 }),
    title: stored.title,
    changedAt: 1,
    values: { ...stored, body: plainBody('Unsaved words') },
    base: { id: 'gone', pk: 3, version: 2, values: stored },
    attempt: null,
  };
  await draftStore.put(draft, 'relaxed');
  const router = open('/essays/5/3/');
  await screen.findByText('This essay was deleted', {}, { timeout: 4_000 });
  await screen.findByText('Unsaved words');

  fireEvent.click(screen.getByRole('button', { name: 'Save as a new essay' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/essays/5/9/'));
  expect(create).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      studentPk: 5,
      title: 'Why I row',
      body: JSON.stringify(plainBody('Unsaved words')),
    }),
  );
  await waitFor(async () => expect(await draftStore.of('5')).toEqual([]));
});

it('a missing essay without unsaved text is not found', async () => {
  open('/essays/5/4/');
  await screen.findByRole('heading', { name: 'Not Found' });
  expect(screen.queryByRole('form')).toBeNull();
});
