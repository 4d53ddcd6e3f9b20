import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notFound } from '#shared/kernel/errors.ts';
import { plainBody } from '#shared/tasks/plain-body.ts';
import type { Me } from '#shared/users/responses.ts';
import type { NoteDraft } from '#src/features/notes/drafts/note-draft.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { MeContext } from '../../shell/me.ts';
import { Component as NoteFormPage } from './notes-form.tsx';
import { Component as NotePage } from './notes-view.tsx';

// The editor of the text is not part of these tests.
vi.mock('#src/ui/rich-text/RichTextEditor.tsx', () => ({ RichTextEditor: () => null }));

const ME = { pk: 7, capabilities: ['write_notes'] } as unknown as Me;
const MEETING = {
  id: 'meeting',
  simplybookId: 105,
  name: 'Essay review',
  startsAt: '2026-11-20T17:00:00Z',
  endsAt: '2026-11-20T18:00:00Z',
  client: { pk: 2, fullName: 'Maya Okafor' },
  provider: { pk: 7, fullName: 'Elena Marsh' },
};
const CREATED = {
  id: 'created',
  pk: 9,
  version: 1,
  title: 'Rowing, and more',
  body: JSON.stringify(plainBody('Unsaved words')),
  isMeetingNote: false,
  student: null,
  meetingNote: null,
  permissions: ['change_note'],
};

const create = vi.fn<(input: unknown) => void>();

beforeEach(() => {
  vi.clearAllMocks();
  provideTransport({
    // Note 3 does not exist any more.
    graphql: async ({ query, variables }: GraphQLRequest) => {
      if (query.includes('mutation CreateNote')) {
        create(variables['input']);
        return { createNote: { note: CREATED } };
      }
      if (query.includes('query BookedMeeting(')) return { bookedMeeting: MEETING };
      if (query.includes('query MyStudents')) return { myStudents: [] };
      throw notFound();
    },
  } as unknown as Transport);
});
afterEach(async () => {
  await draftStore.clear();
});

/** Stores text that was typed into note 3. */
async function leaveDraft(subject: string) {
  const stored = { title: 'Rowing', body: plainBody('Stored'), studentId: null };
  const draft: NoteDraft = {
    id: 'draft',
    owner: '7',
    subject,
    title: 'Rowing, and more',
    changedAt: 1,
    values: { ...stored, title: 'Rowing, and more', body: plainBody('Unsaved words') },
    base: { id: 'gone', pk: 3, version: 2, sent: false, values: stored },
    attempt: null,
  };
  await draftStore.put(draft, 'relaxed');
}

function open(address: string) {
  const router = createMemoryRouter(
    [
      { path: 'notes/:pk', Component: NotePage },
      { path: 'notes/:pk/edit', Component: NoteFormPage },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MeContext value={ME}>
        <RouterProvider router={router} />
      </MeContext>
    </QueryClientProvider>,
  );
  return router;
}

it.each([
  ['a note', 'note:3', {}],
  ['a meeting note', 'meeting:105', { simplybookId: 105 }],
])(
  'shows the unsaved text of %s that was deleted elsewhere, and saves it as a new one',
  async (_, subject, of) => {
    await leaveDraft(subject);
    const router = open('/notes/3/');
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ });
    expect(name.value).toBe('Rowing, and more');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('This note was deleted');
    await screen.findByText('Unsaved words');

    fireEvent.click(screen.getByRole('button', { name: 'Save as a new note' }));
    await waitFor(() => expect(router.state.location.pathname).toContain('/notes/9/edit/'));
    expect(create).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ title: 'Rowing, and more', body: CREATED.body, ...of }),
    );
    await waitFor(async () => expect(await draftStore.of('7')).toEqual([]));
  },
);

it('a missing note without unsaved text leads to the list', async () => {
  await leaveDraft('note:4');
  const router = open('/notes/3/edit/');
  await screen.findByText('Elsewhere');
  expect(router.state.location.pathname).toBe('/notes/');
});
