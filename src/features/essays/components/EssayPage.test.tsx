import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { emptyRichText } from '#shared/rich-text/schema.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { DraftWriter } from '#src/lib/drafts/draft-writer.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { createFakeLocks } from '#tests/helpers/doubles/fake-locks.ts';
import { commentDraftSubject, essayDraftSubject } from '../essay-draft.ts';
import type { EssayDetail } from '../queries.ts';
import { EssayPage } from './EssayPage.tsx';

const ESSAY = {
  id: 'essay-3',
  pk: 3,
  version: 1,
  title: 'Why I row',
  body: emptyRichText,
  prompt: '',
  status: 'DRAFT',
  wordCount: 0,
  wordLimit: null,
  dueOn: null,
  college: null,
  isShared: false,
  permissions: ['delete_essay'],
  student: { pk: 5, fullName: 'Maya Okafor', firstName: 'Maya' },
} as unknown as EssayDetail;

beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: createFakeLocks(), configurable: true });
});

it('deletes the drafts of a deleted essay and of comments on it, and no others', async () => {
  provideTransport({
    graphql: ({ query }: GraphQLRequest) =>
      query.includes('mutation') ? Promise.resolve({}) : new Promise(() => undefined),
  } as unknown as Transport);
  const kept = [essayDraftSubject({ pk: 4 }), commentDraftSubject('essay-4')];
  for (const subject of [essayDraftSubject(ESSAY), commentDraftSubject(ESSAY.id), ...kept]) {
    const writer = new DraftWriter('7');
    await writer.write({ subject, title: subject });
    await writer.close();
  }
  const page = <EssayPage owner="7" essay={ESSAY} isOwn={false} visibility={null} />;
  render(
    <MemoryRouter initialEntries={['/essay']}>
      <QueryClientProvider client={createQueryClient()}>
        <Routes>
          <Route path="/essay" element={page} />
          <Route path="*" element={<p>List of essays</p>} />
        </Routes>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Actions for this essay' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete essay' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await screen.findByText('List of essays');
  await waitFor(async () =>
    expect((await draftStore.of('7')).map(({ subject }) => subject).toSorted()).toEqual(kept.toSorted()),
  );
});
