import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { SendMeetingNoteDialog, type ShownToSender } from './SendMeetingNoteDialog.tsx';

const NOTE = { pk: 4, user: { pk: 7 }, meetingNote: { simplybookmeeting: { simplybookId: 40 } } } as never;
const BODY = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Read it.' }] }] };

/** Shows the dialog of a stored note at version 3. @param recipients responds to the requests of the recipients */
function open(recipients: () => Promise<unknown>) {
  const graphql = async ({ query }: { query: string }) =>
    query.includes('meetingNoteRecipients')
      ? recipients()
      : { note: { pk: 4, version: 3, body: JSON.stringify(BODY) } };
  provideTransport({ graphql } as unknown as Transport);
  const onSend = vi.fn<(shown: ShownToSender) => void>();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SendMeetingNoteDialog note={NOTE} sending={false} onCancel={() => undefined} onSend={onSend} />
    </QueryClientProvider>,
  );
  const send = () => screen.getByRole('button', { name: 'Send' });
  return { onSend, send };
}

const ADA = { kind: 'student', user: { id: 'VXNlcjox', pk: 1, fullName: 'Ada Okafor' } };

it('sends nothing before the recipients are shown, and then what was shown', async () => {
  const loaded = Promise.withResolvers<unknown>();
  const { onSend, send } = open(() => loaded.promise);
  expect(send().getAttribute('aria-busy')).toBe('true');
  fireEvent.click(send());
  expect(onSend).not.toHaveBeenCalled();
  loaded.resolve({ meetingNoteRecipients: [ADA] });
  await screen.findByText('Ada Okafor');
  await waitFor(() => expect(send().getAttribute('aria-busy')).toBeNull());
  fireEvent.click(send());
  expect(onSend).toHaveBeenCalledWith({ version: 3, recipientIds: ['VXNlcjox'] });
});

it('sends nothing when the recipients cannot be loaded, says why, and loads them again', async () => {
  let isBroken = true;
  const { onSend, send } = open(async () => {
    if (isBroken) throw new AppError('INTERNAL', 'The server could not answer.');
    return { meetingNoteRecipients: [ADA] };
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  screen.getByText('The server could not answer.');
  fireEvent.click(send());
  expect(onSend).not.toHaveBeenCalled();
  isBroken = false;
  fireEvent.click(again);
  await screen.findByText('Ada Okafor');
  await waitFor(() => expect(send().getAttribute('aria-disabled')).toBeNull());
});

it('does not offer to try again when the server refuses to send', async () => {
  const { onSend, send } = open(async () => {
    throw new AppError('FORBIDDEN', 'You no longer mentor this student.');
  });
  await screen.findByText('You no longer mentor this student.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  fireEvent.click(send());
  expect(onSend).not.toHaveBeenCalled();
});
