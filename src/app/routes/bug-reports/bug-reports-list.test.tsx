import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { MeContext } from '../../shell/me.ts';
import { Component as Report } from './bug-report.tsx';
import { Component as List } from './bug-reports-list.tsx';

const node = {
  id: 'report',
  pk: 5,
  body: 'The list jumps',
  browser: 'Chrome on Linux',
  archived: true,
  createdAt: '2026-11-20T12:00:00Z',
  user: { id: 'maya', pk: 7, fullName: 'Maya Okafor' },
};

it('returns from a report to the list with its filters', async () => {
  const asked: GraphQLRequest['variables'][] = [];
  const graphql = async ({ variables }: GraphQLRequest) => {
    if ('archived' in variables) asked.push(variables);
    return 'archived' in variables
      ? {
          allBugReports: {
            totalCount: 1,
            edges: [{ node }],
            pageInfo: { endCursor: null, hasNextPage: false },
          },
        }
      : new Promise(() => undefined);
  };
  provideTransport({ graphql } as unknown as Transport);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[paths.bugReports]}>
        <MeContext value={{ permissions: ['bug_reports.view_report'] } as unknown as Me}>
          <Routes>
            <Route path={paths.bugReports} element={<List />} />
            <Route path={`${paths.bugReports}:pk/`} element={<Report />} />
          </Routes>
        </MeContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('radio', { name: 'Archived' }));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'jumps' } });
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ archived: true, search: 'jumps' }));
  fireEvent.click(await screen.findByRole('link', { name: 'The list jumps' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Archived' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('jumps');
  expect(asked.at(-1)).toMatchObject({ archived: true, search: 'jumps' });
});
