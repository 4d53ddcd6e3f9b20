import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainBody } from '#shared/tasks/plain-body.ts';
import { type Draft, draftStore } from '#src/lib/drafts/draft-store.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { dismissSnackbar, snackbarStore } from '#src/ui/feedback/snackbar.ts';
import { useDeleteDiscardedNotes } from './useDeleteDiscardedNotes.ts';

/** What an editor stores that was closed before the server responded to the create of a discarded note. */
const PENDING = {
  id: 'key',
  owner: '7',
  subject: 'discarded:new',
  title: 'Deletion of “Private”',
  changedAt: 1,
  attempt: { key: 'key', values: { title: 'Private ', body: plainBody('Text'), studentId: null } },
};

beforeEach(async () => {
  await draftStore.put(PENDING as Draft, 'relaxed');
});
afterEach(async () => {
  for (const { id } of snackbarStore.read()) dismissSnackbar(id);
  await draftStore.clear();
});

/** Opens the list of notes. @returns the inputs of the requests */
function openList(version: number, { isDeleted = true } = {}) {
  const inputs: unknown[] = [];
  const note = { id: 'note', pk: 1, version, title: 'Private', body: JSON.stringify(plainBody('Text')) };
  const graphql = async ({ query, variables }: GraphQLRequest) => {
    inputs.push(variables['input']);
    return query.includes('createNote(')
      ? { createNote: { note } }
      : {
          deleteNotes: isDeleted
            ? { notes: [note], failures: [], deletedNotesIds: ['note'] }
            : { notes: [], failures: [note], deletedNotesIds: [] },
        };
  };
  provideTransport({ graphql } as unknown as Transport);
  const client = createQueryClient();
  renderHook(() => useDeleteDiscardedNotes('7'), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <StrictMode>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </StrictMode>
    ),
  });
  return inputs;
}

it('deletes a new note that was discarded in an editor that is closed', async () => {
  const inputs = openList(1);
  await waitFor(async () => expect(await draftStore.of('7')).toEqual([]));
  expect(inputs).toMatchObject([{ idempotencyKey: 'key', title: 'Private' }, { ids: ['note'] }]);
});

it('keeps a discarded note that was continued elsewhere', async () => {
  const inputs = openList(2);
  await waitFor(async () => expect(await draftStore.of('7')).toEqual([]));
  expect(inputs).toMatchObject([{ idempotencyKey: 'key' }]);
});

it('says that a discarded note was not deleted when the server refuses, and does not try again', async () => {
  const inputs = openList(1, { isDeleted: false });
  await waitFor(async () => expect(await draftStore.of('7')).toEqual([]));
  expect(snackbarStore.read().map(({ text }) => text)).toEqual(['Failed to delete Private']);
  expect(inputs).toMatchObject([{ idempotencyKey: 'key' }, { ids: ['note'] }]);
});

describe('a meeting note that was discarded in an editor that is closed', () => {
  beforeEach(async () => {
    await draftStore.clear();
    await draftStore.put({ ...PENDING, subject: 'discarded:meeting:12' } as Draft, 'relaxed');
  });

  it('is deleted', async () => {
    const inputs = openList(1);
    await waitFor(async () => expect(await draftStore.of('7')).toEqual([]));
    expect(inputs).toMatchObject([{ idempotencyKey: 'key', simplybookId: 12 }, { ids: ['note'] }]);
  });

  it('is left to its editor while there is unsent text about the meeting', async () => {
    const draft: Draft = { id: 'draft', owner: '7', subject: 'meeting:12', title: 'Maya', changedAt: 2 };
    await draftStore.put(draft, 'relaxed');
    await draftStore.put(
      { ...PENDING, id: 'plain', attempt: { ...PENDING.attempt, key: 'plain' } } as Draft,
      'relaxed',
    );
    const inputs = openList(1);
    await waitFor(async () => expect(await draftStore.get('plain')).toBeUndefined());
    expect(inputs).toMatchObject([{ idempotencyKey: 'plain' }, { ids: ['note'] }]);
    expect(await draftStore.get('key')).toBeDefined();
  });
});
