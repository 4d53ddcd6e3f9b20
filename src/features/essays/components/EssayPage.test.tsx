import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { emptyRichText } from '#shared/rich-text/schema.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { DraftWriter } from '#src/lib/drafts/draft-writer.ts';
import type { UpdateEssayInput } from '#src/transport/generated/essays/graphql.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { snackbarStore } from '#src/ui/feedback/snackbar.ts';
import { richText } from '#tests/factories/notes.ts';
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

it('starts a version for a restored text and its undo, and for no text typed since', async () => {
  const essay = { ...ESSAY, comments: [], permissions: ['change_essay', 'view_history'] } as EssayDetail;
  const versions = [
    { pk: 8, title: 'Why I row', wordCount: 1, savedAt: '2026-11-20T10:00:00Z', author: null },
  ];
  const saves: UpdateEssayInput[] = [];
  provideTransport({
    graphql: async ({ query, variables }: GraphQLRequest) => {
      if (query.includes('updateEssay')) {
        const input = variables['input'] as UpdateEssayInput;
        saves.push(input);
        return { updateEssay: { essay: { ...essay, ...input, version: input.version + 1 } } };
      }
      if (query.includes('essayVersion(')) {
        return { essayVersion: { pk: 8, title: 'Why we row', body: JSON.stringify(richText('Old.')) } };
      }
      if (query.includes('versions')) return { essay: { id: essay.id, versions } };
      return new Promise(() => undefined);
    },
  } as unknown as Transport);
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <EssayPage owner="7" essay={essay} isOwn visibility={null} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' });
  const save = async () => {
    const count = saves.length;
    fireEvent.submit(screen.getByRole('form', { name: 'Edit essay' }));
    await waitFor(() => expect(saves.length).toBe(count + 1));
    await screen.findByText(/^Saved /);
  };
  const type = async (value: string) => {
    fireEvent.change(title, { target: { value } });
    await save();
  };
  await type('Why I still row');
  fireEvent.click(screen.getByRole('button', { name: 'Actions for this essay' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Versions' }));
  expect((await screen.findByText(/ added, /)).textContent).toBe('1 word added, 0 removed');
  fireEvent.click(screen.getByRole('button', { name: 'Restore this version' }));
  await save();
  await type('Why we still row');
  snackbarStore.read().at(-1)?.action?.onSelect();
  await save();
  expect(saves.map((input) => [input.title, input.startsVersion])).toEqual([
    ['Why I still row', false],
    ['Why we row', true],
    ['Why we still row', false],
    ['Why I still row', true],
  ]);
});
