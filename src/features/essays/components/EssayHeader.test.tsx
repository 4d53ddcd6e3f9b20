import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { ReadOnlyContext } from '#src/ui/read-only.ts';
import type { EssayDetail } from '../queries.ts';
import { EssayHeader } from './EssayHeader.tsx';

const ESSAY = {
  id: 'essay-3',
  title: 'Why I row',
  status: 'DRAFT',
  permissions: ['share_essay'],
  student: { pk: 5, fullName: 'Maya Okafor' },
};

function renderHeader(isShared: boolean) {
  return render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <ReadOnlyContext value>
          <EssayHeader
            essay={{ ...ESSAY, isShared } as unknown as EssayDetail}
            isOwn
            visibility={null}
            actions={[]}
          />
        </ReadOnlyContext>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

it('with a lapsed membership stops sharing an essay, but does not share it', async () => {
  const sent: unknown[] = [];
  provideTransport({
    graphql: async ({ variables }: GraphQLRequest) => {
      sent.push(variables['input']);
      return { shareEssay: { essay: null } };
    },
  } as unknown as Transport);
  const { unmount } = renderHeader(true);
  fireEvent.click(screen.getByRole('button', { name: 'Stop sharing' }));
  await waitFor(() => expect(sent).toEqual([{ id: 'essay-3', isShared: false }]));
  unmount();
  renderHeader(false);
  expect(screen.getByRole('button', { name: 'Share with parents' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
});
