import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { plainBody } from '#shared/tasks/plain-body.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { closingWriters } from '#src/lib/drafts/open-writers.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { SaveState } from '#src/ui/feedback/SaveState.tsx';
import { NoteEditor, type NoteEditorProps } from './NoteEditor.tsx';

// The text is not part of these tests.
vi.mock('#src/ui/rich-text/RichTextEditor.tsx', () => ({ RichTextEditor: () => null }));

const STUDENTS = [
  { id: 'maya', fullName: 'Maya Okafor' },
  { id: 'aisha', fullName: 'Aisha Khan' },
];

const graphql = vi.fn<(request: { query: string; variables: { input: unknown } }) => Promise<unknown>>();
beforeEach(() => {
  vi.clearAllMocks();
  provideTransport({ graphql } as unknown as Transport);
});
afterEach(async () => {
  await draftStore.clear();
});

/** Opens the editor of a new note, with these properties. */
async function openNew(props: Pick<NoteEditorProps, 'simplybookId' | 'initial' | 'students'>) {
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <NoteEditor
        owner="7"
        note={null}
        {...props}
        actions={({ save, submit }) => (
          <>
            <SaveState status={save} />
            <button type="button" onClick={() => void submit()}>
              Save
            </button>
          </>
        )}
      />
    </QueryClientProvider>,
  );
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ });
  return { name, unmount };
}

/** Opens the editor of a new note of booking 105, which has this meeting now. */
function open(meetingId: string) {
  const initial = { meetingId, title: 'Essay review', body: plainBody('Template') };
  return openNew({ simplybookId: 105, initial });
}

/** Opens the editor of a new plain note. @param studentId the student that the page preselects */
function openPlain(studentId: string | null) {
  return openNew({ simplybookId: null, initial: { studentId }, students: STUDENTS });
}

async function press(name: string) {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })));
}

/** Returns the inputs of the requests. */
const inputs = () => graphql.mock.calls.map(([request]) => request.variables.input);

it('a restored draft is saved for the meeting it was typed for, and stays when the booking has another one', async () => {
  const first = await open('first meeting');
  fireEvent.change(first.name, { target: { value: 'About the first student' } });
  first.unmount();
  await Promise.all(closingWriters);

  const refusal = 'This text was typed for another meeting. Copy it before you discard it.';
  graphql.mockRejectedValue(new AppError('INVALID_INPUT', refusal));
  const second = await open('second meeting');
  expect(second.name.value).toBe('About the first student');
  await press('Save');
  await screen.findByText(refusal);
  expect(inputs()[0]).toMatchObject({ meetingId: 'first meeting', title: 'About the first student' });
  expect(second.name.value).toBe('About the first student');

  // What is typed after the discard is for the meeting that the booking has now.
  await press('Discard draft');
  fireEvent.change(second.name, { target: { value: 'About the second student' } });
  await press('Save');
  const saved = { meetingId: 'second meeting', title: 'About the second student' };
  await waitFor(() => expect(inputs().at(-1)).toMatchObject(saved));
});

it('the new note of a meeting shows both versions when it was written elsewhere, too', async () => {
  const { name } = await open('meeting');
  fireEvent.change(name, { target: { value: 'Typed here' } });
  const notePtr = { pk: 12, id: 'note', title: 'Written elsewhere', version: 1 };
  graphql.mockImplementation(async ({ query }) => {
    if (query.includes('mutation'))
      throw new AppError('CONFLICT', 'This meeting has a meeting note already.');
    if (query.includes('query BookedMeeting')) return { bookedMeeting: { meetingNote: { notePtr } } };
    return {
      note: { ...notePtr, body: plainBody('Their text'), student: null, meetingNote: { sent: false } },
    };
  });
  await press('Save');
  await screen.findByText('Written elsewhere');
  expect(screen.queryByText('This note was deleted')).toBeNull();
});

it('a page that preselects a student restores no draft about another student', async () => {
  const drafts = [
    ['maya', 'About Maya'],
    ['aisha', 'About Aisha'],
  ] as const;
  for (const [student, title] of drafts) {
    const { name, unmount } = await openPlain(student);
    expect(name.value).toBe('');
    fireEvent.change(name, { target: { value: title } });
    unmount();
    await Promise.all(closingWriters);
  }
  for (const [student, title] of drafts) {
    const { name, unmount } = await openPlain(student);
    expect(name.value).toBe(title);
    unmount();
    await Promise.all(closingWriters);
  }
  // Without a preselected student, the newest draft is restored.
  expect((await openPlain(null)).name.value).toBe('About Aisha');
});
