import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { defaultListState, type NoteListState } from '../list-state.ts';
import { NoteList } from './NoteList.tsx';

/** Renders a page of the list. */
function renderPage(state: Partial<NoteListState>, graphql: () => Promise<unknown>) {
  provideTransport({ graphql } as unknown as Transport);
  const onPrevious = vi.fn<() => void>();
  const onChange = vi.fn<() => void>();
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <NoteList
          viewer={{ pk: 7, capabilities: ['write_notes'] }}
          state={{ ...defaultListState, ...state }}
          hasPrevious={(state.after ?? null) !== null}
          students={[]}
          onChange={onChange}
          onNext={() => {}}
          onPrevious={onPrevious}
          onEdit={() => {}}
        />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return { onPrevious, onChange };
}

/** Renders a page of the list without notes. */
function renderEmptyPage(state: Partial<NoteListState>, totalCount: number) {
  const pageInfo = { endCursor: null, hasNextPage: false };
  const allNotes = { totalCount, totalCountIsExact: true, edges: [], pageInfo };
  return renderPage(state, async () => ({ allNotes })).onPrevious;
}

it('replaces an empty page by the previous one, and does not say that there are no notes', async () => {
  const onPrevious = renderEmptyPage({ after: 'cursor', page: 2 }, 10);
  await waitFor(() => expect(onPrevious).toHaveBeenCalledWith({ replace: true }));
  expect(screen.queryByText('No notes yet')).toBeNull();
});

it('says on the first page that there are no notes', async () => {
  const onPrevious = renderEmptyPage({}, 0);
  expect(await screen.findByText('No notes yet')).toBeTruthy();
  expect(onPrevious).not.toHaveBeenCalled();
});

it('shows the first page on Try again when the page in the address is invalid', async () => {
  const { onChange } = renderPage({ after: 'mistyped', page: 2 }, () =>
    Promise.reject(new AppError('INVALID_INPUT', 'Invalid cursor.')),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({});
});

it('loads the page again on Try again after another error', async () => {
  const answers = [
    () => Promise.reject(new AppError('NOT_FOUND', 'Not found.')),
    () => new Promise(() => {}),
  ];
  const { onChange } = renderPage(
    { after: 'cursor', page: 2 },
    () => answers.shift()?.() as Promise<unknown>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(answers).toEqual([]);
  expect(onChange).not.toHaveBeenCalled();
});

it('ignores Next while the list still shows another order', async () => {
  const note = { id: 'note', pk: 1, title: 'Note', permissions: [], user: { pk: 7, fullName: 'Elena' } };
  const list = {
    totalCount: 30,
    totalCountIsExact: true,
    edges: [
      {
        cursor: 'end',
        node: { ...note, createdAt: '2026-11-20T12:00:00Z', updatedAt: '2026-11-20T12:00:00Z' },
      },
    ],
    pageInfo: { endCursor: 'end', hasNextPage: true },
  };
  const pending = new Promise<never>(() => undefined);
  const graphql = ({ variables }: GraphQLRequest) =>
    variables['orderBy'] === 'title' ? pending : Promise.resolve({ allNotes: list });
  provideTransport({ graphql } as unknown as Transport);
  const onNext = vi.fn<(cursor: string) => void>();
  const client = createQueryClient();
  const page = (order: NoteListState['order']) => (
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <NoteList
          viewer={{ pk: 7, capabilities: [] }}
          state={{ ...defaultListState, order }}
          hasPrevious={false}
          students={[]}
          onChange={() => {}}
          onNext={onNext}
          onPrevious={() => {}}
          onEdit={() => {}}
        />
      </QueryClientProvider>
    </MemoryRouter>
  );
  const { rerender } = render(page(defaultListState.order));
  const next = await screen.findByRole('button', { name: 'Next page' });
  fireEvent.click(next);
  expect(onNext).toHaveBeenCalledExactlyOnceWith('end');
  rerender(page('title'));
  fireEvent.click(next);
  expect(onNext).toHaveBeenCalledOnce();
  expect(next.getAttribute('aria-disabled')).toBeNull();
});
