import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UnsavedNotice } from '#src/features/roadmap/components/UnsavedNotice.tsx';
import { EntryChanges } from '#src/features/roadmap/unsaved/entry-changes.ts';
import { draftStorage } from '#src/lib/drafts/draft-storage.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { FormDraft } from '#src/lib/drafts/form-draft.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { dismissSnackbar, snackbarStore } from '#src/ui/feedback/snackbar.ts';
import { UnsentChanges } from './UnsentChanges.tsx';

const NOT_STORED = 'This device can’t store your draft. Save before leaving.';
const snackbars = () => snackbarStore.read().map(({ text }) => text);

let changed: { close(): Promise<void> };

function changeForm() {
  const draft = new FormDraft({
    owner: '7',
    subject: 'task',
    titleOf: () => '',
    initial: { name: '' },
    version: null,
  });
  draft.change({ name: 'Register' });
  changed = draft;
}

function changeEntry() {
  const changes = new EntryChanges(
    { id: 'college', name: 'Stanford', version: 1 },
    {
      kind: 'college',
      owner: '7',
      subject: 'roadmap:1',
      save: () => Promise.reject(new Error('Unreachable')),
      onSaved: () => undefined,
      onFailed: () => undefined,
    },
  );
  changes.change({ body: 'Ask about aid' });
  changed = changes;
}

beforeEach(() => {
  draftStorage.set({ hasFailed: false });
  for (const { id } of snackbarStore.read()) dismissSnackbar(id);
});
afterEach(async () => {
  // While the storage is full: an open draft would be stored a second later, in the database of another test file.
  await changed.close();
  vi.restoreAllMocks();
});

test.each([
  ['a form', changeForm],
  ['a roadmap entry', changeEntry],
])('says that the draft of %s is not stored when the storage is full', async (_name, change) => {
  vi.spyOn(draftStore, 'put').mockRejectedValue(new DOMException('Full', 'QuotaExceededError'));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <UnsentChanges me={{ id: 'user', pk: 7 }} />
      </MemoryRouter>
      <UnsavedNotice problem={{ text: '', isConflict: false }} onSave={() => {}} onDiscard={() => {}} />
    </QueryClientProvider>,
  );
  screen.getByText('Not saved yet, kept on this device.');
  await act(async () => {
    change();
    await vi.waitFor(() => expect(snackbars()).toContain(NOT_STORED));
  });
  screen.getByText('Not saved. Save before leaving.');
});
