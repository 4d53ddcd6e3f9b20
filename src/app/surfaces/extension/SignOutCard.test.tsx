import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import type { Me } from '#shared/users/responses.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { SignOutCard } from './SignOutCard.tsx';

const elena = { pk: 3, id: 'elena' } as Me;
const signOut = vi.fn<() => Promise<void>>();
provideTransport({ signOut } as unknown as Transport);

function open(children: ReactNode) {
  render(<QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>);
}

it('signs out although the storage of unsent data cannot be opened', async () => {
  vi.stubGlobal('indexedDB', undefined);
  signOut.mockResolvedValue();
  open(<SignOutCard owner={elena} onCancel={() => undefined} />);
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
});

it('announces why the sign-out failed', async () => {
  signOut.mockRejectedValue(new AppError('INTERNAL', 'Something went wrong.'));
  open(<SignOutCard owner={undefined} onCancel={() => undefined} />);
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong.');
});
