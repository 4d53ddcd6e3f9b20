import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { unreachable } from '#shared/kernel/errors.ts';
import type { Me } from '#shared/users/responses.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type RestRequest, type Transport } from '#src/transport/transport.ts';
import { snackbarStore } from '#src/ui/feedback/snackbar.ts';
import { userKeys } from '../queries.ts';
import { PinButton } from './PinButton.tsx';

const MAYA = { id: 's', pk: 5, full_name: 'Maya' };

// covers: PIN-008
it('says what the server did and reloads the pins when a response was lost', async () => {
  let isPinned = false;
  let isLost = true;
  const rest = ({ endpoint }: RestRequest) => {
    if (endpoint !== 'toggleUserPin') return new Promise(() => undefined);
    isPinned = !isPinned;
    return isLost ? Promise.reject(unreachable()) : Promise.resolve(isPinned ? [MAYA] : []);
  };
  provideTransport({ rest } as unknown as Transport);
  const client = createQueryClient();
  client.setQueryData(userKeys.me(), {
    pk: 7,
    capabilities: ['pin_students'],
    pinned_users: [],
  } as unknown as Me);
  render(
    <QueryClientProvider client={client}>
      <PinButton student={{ id: 's', pk: 5, fullName: 'Maya' }} />
    </QueryClientProvider>,
  );
  const texts = () => snackbarStore.read().map(({ text }) => text);
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(texts()).toContain('Failed to pin Maya'));
  expect(client.getQueryState(userKeys.me())?.isInvalidated).toBe(true);

  // The reload did not arrive either, so the button still says Pin.
  isLost = false;
  fireEvent.click(screen.getByRole('button', { name: 'Pin Maya' }));
  await waitFor(() => expect(texts()).toContain('Unpinned Maya from the drawer'));
});
