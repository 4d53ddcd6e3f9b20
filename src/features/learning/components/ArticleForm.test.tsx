import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Article } from '#shared/learning/responses.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
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

it('a loaded version replaces the unsaved text and its draft, and Undo restores both', async () => {
  provideTransport({
    rest: async ({ endpoint }: RestRequest) =>
      endpoint === 'articleVersions'
        ? { versions: VERSIONS }
        : { ...CONTENT, body: 'The first text.', version: 1 },
  } as unknown as Transport);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ArticleForm viewer={{ pk: 7, full_name: 'Ana Reyes' }} article={ARTICLE} onDone={() => undefined} />
    </QueryClientProvider>,
  );
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
  const expectText = async (body: string) => {
    await waitFor(() => expect(text.value).toBe(body));
    await waitFor(async () => expect(await draftStore.of('7')).toMatchObject([{ values: { body } }]));
  };
  fireEvent.change(text, { target: { value: 'Practice with a friend.' } });
  await expectText('Practice with a friend.');
  fireEvent.click(screen.getByRole('button', { name: 'Versions' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Use version 1' }));
  await expectText('The first text.');
  act(() => snackbarStore.read().at(-1)?.action?.onSelect());
  await expectText('Practice with a friend.');
});
