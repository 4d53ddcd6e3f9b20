import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Article } from '#shared/learning/responses.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { closingWriters } from '#src/lib/drafts/open-writers.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type RestRequest, type Transport } from '#src/transport/transport.ts';
import { snackbarStore } from '#src/ui/feedback/snackbar.ts';
import { ArticleForm } from './ArticleForm.tsx';

const CONTENT = {
  title: 'Interviews',
  summary: 'How to prepare.',
  topic: 'applications',
  audiences: ['student'],
  grades: [],
  author: 'Ana Reyes',
  sources: [],
  body: 'Practice aloud.',
  hidden: false,
};
const ARTICLE = { ...CONTENT, slug: 'interviews', version: 2 } as unknown as Article;
const VERSIONS = [
  { version: 2, title: 'Interviews', editor: 'Ana Reyes', created_at: '2026-09-20T04:30:00.000Z' },
  { version: 1, title: 'Interviews', editor: 'Ana Reyes', created_at: '2026-09-14T00:00:00.000Z' },
];

afterEach(async () => {
  // A form stores its draft when it closes.
  cleanup();
  await Promise.all(closingWriters);
  await draftStore.clear();
});

function openForm(article: Article | null) {
  const onDone = vi.fn<(slug: string | null) => void>();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ArticleForm viewer={{ pk: 7, full_name: 'Ana Reyes' }} article={article} onDone={onDone} />
    </QueryClientProvider>,
  );
  return onDone;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('a loaded version replaces the unsaved text and its draft, and Undo restores both', async () => {
  provideTransport({
    rest: async ({ endpoint }: RestRequest) =>
      endpoint === 'articleVersions'
        ? { versions: VERSIONS }
        : { ...CONTENT, body: 'The first text.', version: 1 },
  } as unknown as Transport);
  openForm(ARTICLE);
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
  const expectText = async (body: string) => {
    await waitFor(() => expect(text.value).toBe(body));
    await waitFor(async () => expect(await draftStore.of('7')).toMatchObject([{ values: { body } }]));
  };
  fireEvent.change(text, { target: { value: 'Practice with a friend.' } });
  await expectText('Practice with a friend.');
  press('Versions');
  fireEvent.click(await screen.findByRole('button', { name: 'Use version 1' }));
  await expectText('The first text.');
  act(() => snackbarStore.read().at(-1)?.action?.onSelect());
  await expectText('Practice with a friend.');
});

it.each([
  [null, 'Discard this article?', 'Discard article'],
  [ARTICLE, 'Discard your changes?', 'Discard changes'],
])('Cancel asks before it discards what was changed (%#)', async (article, question, discard) => {
  const onDone = openForm(article);
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' });
  fireEvent.change(title, { target: { value: 'Interviews by phone' } });
  press('Cancel');
  await screen.findByText(question);
  expect(onDone).not.toHaveBeenCalled();
  press('Keep editing');
  await waitFor(() => expect(screen.queryByText(question)).toBeNull());
  expect(title.value).toBe('Interviews by phone');
  expect(await draftStore.of('7')).toHaveLength(1);

  press('Cancel');
  press(discard);
  expect(onDone).toHaveBeenCalledExactlyOnceWith(null);
  await waitFor(async () => expect(await draftStore.of('7')).toEqual([]));
});

it('Cancel of an unchanged article does not ask', async () => {
  const onDone = openForm(ARTICLE);
  await screen.findByRole('textbox', { name: 'Title' });
  press('Cancel');
  expect(onDone).toHaveBeenCalledOnce();
});
