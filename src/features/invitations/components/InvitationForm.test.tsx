import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { unreachable } from '#shared/kernel/errors.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { closingWriters } from '#src/lib/drafts/open-writers.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { InvitationForm } from './InvitationForm.tsx';

interface Input {
  email: string;
  idempotencyKey: string;
}
const sent: Input[] = [];
let isOnline: boolean;

beforeEach(() => {
  sent.length = 0;
  isOnline = false;
  const graphql = async ({ variables }: GraphQLRequest) => {
    const { input } = variables as { input: Input };
    sent.push(input);
    if (!isOnline) throw unreachable();
    return { createUser: { user: { node: { id: '1', email: input.email } } } };
  };
  provideTransport({ graphql } as unknown as Transport);
});
afterEach(async () => {
  await draftStore.clear();
});

async function openForm() {
  const onInvited = vi.fn<() => void>();
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <InvitationForm
        viewer={{ pk: 7, role: 'student' }}
        roles={['parent']}
        blocked={undefined}
        onInvited={onInvited}
        onCancel={() => {}}
      />
    </QueryClientProvider>,
  );
  await screen.findByLabelText(/^First name/);
  // The effect that fills the form must run before the person types.
  await act(async () => undefined);
  const close = async () => {
    unmount();
    await Promise.all(closingWriters);
  };
  return { onInvited, close };
}

function type(field: 'First name' | 'Last name' | 'Email', value: string) {
  fireEvent.change(screen.getByLabelText(new RegExp(`^${field}`)), { target: { value } });
}

const button = () => screen.getByRole('button', { name: 'Send invitation' });

/** Sends an invitation whose response is lost. */
async function sendWithoutResponse() {
  type('First name', 'Ada');
  type('Last name', 'Okafor');
  type('Email', 'ada@gmial.example');
  fireEvent.click(button());
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull());
  isOnline = true;
}

it('sends the corrected address after a lost response, never the earlier one', async () => {
  const { onInvited } = await openForm();
  await sendWithoutResponse();
  type('Email', 'ada@gmail.example');
  fireEvent.click(button());
  await waitFor(() => expect(onInvited).toHaveBeenCalledOnce());
  expect(sent.map(({ email }) => email)).toEqual(['ada@gmial.example', 'ada@gmail.example']);
});

it('invites the person whose name replaces a restored draft', async () => {
  const { close } = await openForm();
  await sendWithoutResponse();
  await close();

  const { onInvited } = await openForm();
  type('First name', 'Ben');
  type('Email', 'ben@home.example');
  fireEvent.click(button());
  await waitFor(() => expect(onInvited).toHaveBeenCalledOnce());
  expect(sent.map(({ email }) => email)).toEqual(['ada@gmial.example', 'ben@home.example']);
});

it('repeats an unchanged invitation with its key, so that the server sends one email', async () => {
  const { onInvited } = await openForm();
  await sendWithoutResponse();
  fireEvent.click(button());
  await waitFor(() => expect(onInvited).toHaveBeenCalledOnce());
  expect(sent[1]).toEqual(sent[0]);
});
