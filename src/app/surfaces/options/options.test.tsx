import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Me } from '#shared/users/responses.ts';
import { userKeys } from '#src/features/users/queries.ts';
import { snackbarStore } from '#src/ui/feedback/snackbar.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { Account } from './Account.tsx';
import { LocalData } from './LocalData.tsx';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => {
  fakeBrowser.reset();
});

function open(children: ReactNode) {
  const client = createQueryClient();
  const me = { pk: 3, id: 'elena', full_name: 'Elena Marsh', email: 'elena@gopath.example', theme: 1 };
  client.setQueryData(userKeys.me(), me as Me);
  render(<QueryClientProvider client={client}>{children}</QueryClientProvider>);
}

it('says that local data could not be cleared when its storage cannot be opened', async () => {
  vi.stubGlobal('indexedDB', undefined);
  open(<LocalData isSignedIn />);
  fireEvent.click(screen.getByRole('button', { name: 'Clear local data' }));
  fireEvent.click(await screen.findByText('Clear'));
  await waitFor(() =>
    expect(snackbarStore.read()).toMatchObject([
      { kind: 'error', text: 'Could not clear the local data. Try again.' },
    ]),
  );
});

it('returns the focus to the sign-out button when the question is canceled', async () => {
  open(<Account />);
  const button = screen.getByRole('button', { name: 'Sign out' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Sign out' }));
  screen.getByRole('button', { name: 'Cancel' }).focus();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(document.activeElement).toBe(button));
});
