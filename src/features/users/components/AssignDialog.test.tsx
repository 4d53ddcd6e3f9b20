import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Role } from '#shared/kernel/roles.ts';
import type { Person } from '#shared/users/person.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { AssignDialog } from './AssignDialog.tsx';

const parent = (pk: number, name: string, disabled = false) => ({
  id: String(pk),
  object_id: pk,
  pk,
  full_name: name,
  picture: null,
  role: 'parent',
  disabled,
});
const ROLE: Role = 'parent';
const NGOZI = parent(2, 'Ngozi Okafor');
const CHIDI = parent(3, 'Chidi Okafor', true);
const MAYA = { pk: 1, full_name: 'Maya Okafor', students: [], parents: [NGOZI], mentors: [] };

async function openDialog(found: readonly object[]) {
  provideTransport({ rest: () => Promise.resolve(found) } as unknown as Transport);
  const onClose = vi.fn<() => void>();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AssignDialog person={MAYA as unknown as Person} role={ROLE} onClose={onClose} />
    </QueryClientProvider>,
  );
  const field = await screen.findByLabelText(/^Parent/);
  await waitFor(() => expect(document.activeElement).toBe(field));
  return { field, onClose };
}

it('says who was found and is already assigned or disabled', async () => {
  const { field } = await openDialog([NGOZI, CHIDI]);
  fireEvent.change(field, { target: { value: 'okafor' } });
  expect(await screen.findByText('Ngozi Okafor is already assigned. Chidi Okafor is disabled.')).toBeTruthy();
});

it('says when nobody was found', async () => {
  const { field } = await openDialog([]);
  fireEvent.change(field, { target: { value: 'nobody' } });
  expect(await screen.findByText('No parent found')).toBeTruthy();
});

it('closes at the first Escape before a search', async () => {
  const { field, onClose } = await openDialog([]);
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
});
