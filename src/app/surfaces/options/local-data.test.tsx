import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Me } from '#shared/users/responses.ts';
import { userKeys } from '#src/features/users/queries.ts';
import { type Draft, draftStore } from '#src/lib/drafts/draft-store.ts';
import { DraftWriter } from '#src/lib/drafts/draft-writer.ts';
import { send } from '#src/messaging/send.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { SignOutCard } from '../extension/SignOutCard.tsx';
import { LocalData } from './LocalData.tsx';
import { ServerAddress } from './ServerAddress.tsx';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));
vi.mock('#src/messaging/send.ts', () => ({ send: vi.fn<() => Promise<void>>(async () => undefined) }));

interface EssayDraft extends Draft {
  text: string;
}

const content = (text: string) => ({ subject: 'essay:1', title: 'Essay', text });
const storedTexts = async () => (await draftStore.of('3')).map((draft) => (draft as EssayDraft).text);

beforeEach(() => {
  fakeBrowser.reset();
  fakeBrowser.permissions.request = async () => true;
  vi.mocked(send).mockClear();
});
afterEach(() => draftStore.clear());

async function open(children: ReactNode) {
  const client = createQueryClient();
  const me = { pk: 3, id: 'elena', full_name: 'Elena Marsh', email: 'elena@gopath.example', theme: 1 };
  client.setQueryData(userKeys.me(), me as Me);
  render(<QueryClientProvider client={client}>{children}</QueryClientProvider>);
  await waitFor(() => expect(client.isFetching()).toBe(0));
}

/** Stores a draft, as an editor in another page does. */
async function type(text: string): Promise<DraftWriter<EssayDraft>> {
  const writer = new DraftWriter<EssayDraft>('3');
  await writer.write(content(text));
  return writer;
}

it('an open editor keeps its draft and stores what is typed after local data was cleared', async () => {
  await open(<LocalData isSignedIn />);
  const editor = await type('before');
  fireEvent.click(screen.getByRole('button', { name: 'Clear local data' }));
  await screen.findByText(/Drafts in open editors are kept\./);
  expect(screen.queryByText(/will be deleted/)).toBeNull();
  fireEvent.click(screen.getByText('Clear'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await storedTexts()).toEqual(['before']);
  await editor.write(content('before and after'));
  expect(await storedTexts()).toEqual(['before and after']);
  await editor.close();
});

it('names a draft that was left after the settings opened, and clears it', async () => {
  await open(<LocalData isSignedIn />);
  await (await type('left')).close();
  fireEvent.click(screen.getByRole('button', { name: 'Clear local data' }));
  await screen.findByText('These are only on this device and will be deleted: 1 draft.');
  fireEvent.click(screen.getByText('Clear'));
  await waitFor(async () => expect(await storedTexts()).toEqual([]));
});

it('asks again when an editor was closed after the question', async () => {
  await open(<LocalData isSignedIn />);
  await (await type('left')).close();
  const editor = await type('being typed');
  fireEvent.click(screen.getByRole('button', { name: 'Clear local data' }));
  await screen.findByText(/will be deleted: 1 draft\./);
  await editor.close();
  fireEvent.click(screen.getByText('Clear'));
  await screen.findByText(/^Your unsent changes are different now\. Check again\. .*: 2 drafts\.$/);
  expect(await storedTexts()).toHaveLength(2);
  fireEvent.click(screen.getByText('Clear'));
  await waitFor(async () => expect(await storedTexts()).toEqual([]));
});

it('warns of a draft that was typed after the settings opened before it changes the server', async () => {
  await open(<ServerAddress server="https://one.example" isSignedIn />);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'https://two.example' } });
  const editor = await type('unsent');
  const use = screen.getByRole('button', { name: 'Check and use' });
  fireEvent.click(use);
  await screen.findByText(/^This deletes .*: 1 draft\. Press again to continue\.$/);
  expect(send).not.toHaveBeenCalled();
  expect(await storedTexts()).toEqual(['unsent']);
  fireEvent.click(use);
  await waitFor(() => expect(send).toHaveBeenCalledWith('set_server', { address: 'https://two.example' }));
  await waitFor(async () => expect(await storedTexts()).toEqual([]));
  await editor.close();
});

it('warns of a draft that replaced another one since the settings opened', async () => {
  const replaced = await type('replaced');
  await open(<ServerAddress server="https://one.example" isSignedIn />);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'https://two.example' } });
  screen.getByText(/^This deletes .*: 1 draft\.$/);
  await replaced.drop();
  await replaced.close();
  const editor = await type('unsent');
  fireEvent.click(screen.getByRole('button', { name: 'Check and use' }));
  await screen.findByText(/^This deletes .*: 1 draft\. Press again to continue\.$/);
  expect(send).not.toHaveBeenCalled();
  expect(await storedTexts()).toEqual(['unsent']);
  await editor.close();
});

it('asks again when a panel stored text after the question about signing out', async () => {
  const endSession = vi.fn<() => Promise<void>>(async () => undefined);
  provideTransport({ signOut: endSession } as unknown as Transport);
  const me = { pk: 3, id: 'elena' } as Me;
  await open(<SignOutCard owner={me} onCancel={() => undefined} />);
  const editor = await type('unsent');
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Your unsent changes are different now. Check again.');
  screen.getByText('Only on this device: 1 draft. Signing out deletes this.');
  expect(endSession).not.toHaveBeenCalled();
  expect(await storedTexts()).toEqual(['unsent']);
  fireEvent.click(screen.getByRole('button', { name: 'Delete and sign out' }));
  await waitFor(() => expect(endSession).toHaveBeenCalledOnce());
  expect(await storedTexts()).toEqual([]);
  await editor.close();
});
