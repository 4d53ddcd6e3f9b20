import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { DraftWriter } from '#src/lib/drafts/draft-writer.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { draftSubject } from '../drafts/note-draft.ts';
import { useDeleteNotesDialog } from './useDeleteNotesDialog.tsx';

const meetingNote = {
  id: 'meeting',
  sent: false,
  sentAt: null,
  simplybookmeeting: { id: 'booking', name: 'Meeting', simplybookId: 40, startsAt: '2026-11-20T12:00:00Z' },
};
const NOTES = [
  { id: 'plain', pk: 3, title: 'Plain', meetingNote: null },
  { id: 'of-meeting', pk: 4, title: 'Meeting', meetingNote },
  { id: 'refused', pk: 5, title: 'Refused', meetingNote: null },
];

function Notes({ onDeleted }: { onDeleted: (ids: readonly string[]) => void }) {
  const remove = useDeleteNotesDialog({ viewerPk: 7, onDeleted });
  return (
    <>
      <button type="button" onClick={() => remove.ask(NOTES)}>
        Delete notes
      </button>
      {remove.dialog}
    </>
  );
}

afterEach(async () => {
  await draftStore.clear();
});

/** Renders the notes and opens the question. @returns the button that deletes them */
async function ask(onDeleted: (ids: readonly string[]) => void) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Notes onDeleted={onDeleted} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByText('Delete notes'));
  return screen.findByRole('button', { name: 'Delete' });
}

it('deletes the drafts of deleted notes, and no others', async () => {
  const graphql = async () => ({
    deleteNotes: {
      deletedNotesIds: ['plain', 'of-meeting'],
      notes: NOTES.slice(0, 2),
      failures: NOTES.slice(2),
    },
  });
  provideTransport({ graphql } as unknown as Transport);
  const kept = [draftSubject.newNote, draftSubject.note(5)];
  for (const subject of [draftSubject.note(3), draftSubject.meeting(40), ...kept]) {
    const writer = new DraftWriter('7');
    await writer.write({ subject, title: subject });
    await writer.close();
  }
  const onDeleted = vi.fn<(ids: readonly string[]) => void>();
  fireEvent.click(await ask(onDeleted));
  await waitFor(() => expect(onDeleted).toHaveBeenCalledWith(['plain', 'of-meeting']));
  await waitFor(async () =>
    expect((await draftStore.of('7')).map(({ subject }) => subject).toSorted()).toEqual(kept.toSorted()),
  );
});

it('a double click deletes once', async () => {
  const graphql = vi.fn<() => Promise<never>>(() => new Promise(() => {}));
  provideTransport({ graphql } as unknown as Transport);
  const button = await ask(() => undefined);
  // No timer fires between the clicks.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    fireEvent.click(button);
    await act(async () => {});
    fireEvent.click(button);
    await act(async () => {});
  } finally {
    vi.useRealTimers();
  }
  expect(graphql).toHaveBeenCalledOnce();
});
