import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type RestRequest, type Transport } from '#src/transport/transport.ts';
import { privacyKeys } from '../queries.ts';
import { AuditLog } from './AuditLog.tsx';

const event = (pk: number, name: string) => ({
  pk,
  at: '2026-11-20T12:00:00Z',
  kind: 'sign_in',
  detail: null,
  actor: { pk, full_name: name },
  subject: null,
  student: null,
});

it('shows the previous page when the last event of the last page was deleted', async () => {
  let lastPage = [event(1, 'Zoe Zhang')];
  const rest = async ({ search }: RestRequest) =>
    search?.['after'] === undefined
      ? { events: [event(2, 'Ada Abel')], next: 'second' }
      : { events: lastPage, next: null };
  provideTransport({ rest } as unknown as Transport);
  const client = createQueryClient();
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <AuditLog filters={{}} onFilter={() => {}} personFilter={null} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await screen.findByText('Ada Abel');
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('Zoe Zhang');
  lastPage = [];
  await act(() => client.invalidateQueries({ queryKey: privacyKeys.all }));
  expect(await screen.findByText('Ada Abel')).toBeTruthy();
});
