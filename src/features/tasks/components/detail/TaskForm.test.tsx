import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { emptyRichText } from '#shared/rich-text/schema.ts';
import { plainBody } from '#shared/tasks/plain-body.ts';
import { draftStorage } from '#src/lib/drafts/draft-storage.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { closingWriters } from '#src/lib/drafts/open-writers.ts';
import { snackbarStore } from '#src/ui/feedback/snackbar.ts';
import { taskDraft } from '../../task-draft.ts';
import { type TaskValues, taskValuesOf } from '../../task-values.ts';
import { TaskForm } from './TaskForm.tsx';

// The description is not part of these tests.
vi.mock('#src/ui/rich-text/RichTextEditor.tsx', () => ({ RichTextEditor: () => null }));

const initial: TaskValues = {
  name: 'Essay',
  body: plainBody('650 words'),
  points: 5,
  dueAt: new Date('2090-03-01T20:00:00Z'),
  recurrence: 'FREQ=WEEKLY',
};

afterEach(async () => {
  vi.restoreAllMocks();
  await draftStore.clear();
});

type Save = (values: TaskValues, version: number | null) => Promise<{ version: number }>;

async function openForm(onSubmit: Save) {
  const onDone = vi.fn<() => void>();
  const onCancel = vi.fn<() => void>();
  const { unmount } = render(
    <TaskForm
      owner="7"
      subject={taskDraft.task(3)}
      initial={initial}
      version={1}
      submitLabel="Save task"
      failure="Failed to update task"
      onSubmit={onSubmit}
      onDone={onDone}
      onCancel={onCancel}
    />,
  );
  const box = await screen.findByRole('textbox', { name: 'Due date' });
  return { box, save: () => press('Save task'), onDone, onCancel, unmount };
}

async function press(name: string) {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })));
}

function typeName(value: string) {
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value } });
}

const SAVED_EARLIER = /The task was saved without your last changes/;

it('an unreadable due date is not saved and does not remove the stored one', async () => {
  const onSubmit = vi.fn<Save>(async () => ({ version: 2 }));
  const { box, save } = await openForm(onSubmit);
  fireEvent.change(box, { target: { value: 'soon' } });
  fireEvent.blur(box);
  await save();
  expect(screen.getByText('Invalid date')).toBeDefined();
  expect(onSubmit).not.toHaveBeenCalled();

  fireEvent.change(box, { target: { value: '03/02/2090' } });
  fireEvent.blur(box);
  await save();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ recurrence: 'FREQ=WEEKLY' });
});

it.each([
  [false, 'your text is saved on this device'],
  [true, 'keep this page open'],
])('says offline whether the text is kept, with a full storage: %s', async (isFull, words) => {
  draftStorage.set({ hasFailed: false });
  const { save, unmount } = await openForm(() => Promise.reject(new AppError('NETWORK', 'Unreachable')));
  if (isFull) vi.spyOn(draftStore, 'put').mockRejectedValue(new DOMException('Full', 'QuotaExceededError'));
  typeName(words);
  await save();
  await waitFor(() =>
    expect(snackbarStore.read().at(-1)?.text).toBe(`Failed to update task. You're offline; ${words}.`),
  );
  unmount();
  await Promise.all(closingWriters);
});

it('a conflict names the task only if its name changed', async () => {
  const current = { version: 2, name: 'Essay', body: '{}', points: 10, dueAt: null, recurrence: null };
  const { save } = await openForm(() => Promise.reject(new AppError('CONFLICT', 'Changed', { current })));
  await save();
  expect(await screen.findByText('Someone else changed this task.')).toBeDefined();
  current.name = 'Essay, second draft';
  fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
  await save();
  const text = 'Someone else changed this task. It is now called “Essay, second draft”.';
  expect(await screen.findByText(text)).toBeDefined();
});

it('a description that cannot be read leaves the other values', () => {
  expect(taskValuesOf({ name: 'Essay', body: 'not JSON', points: 5 })).toEqual({
    name: 'Essay',
    body: emptyRichText,
    points: 5,
    dueAt: null,
    recurrence: null,
  });
});

it('text that is typed while the task is being saved stays in the form, and is saved next', async () => {
  const first = Promise.withResolvers<{ version: number }>();
  const onSubmit = vi.fn<Save>(async () => ({ version: 3 })).mockReturnValueOnce(first.promise);
  const { save, onDone } = await openForm(onSubmit);
  typeName('Essay 2');
  await save();
  typeName('Essay 2, typed while waiting');
  await act(async () => first.resolve({ version: 2 }));
  expect(await screen.findByText(SAVED_EARLIER)).toBeDefined();
  expect(onDone).not.toHaveBeenCalled();
  await waitFor(async () =>
    expect(await draftStore.of('7')).toMatchObject([{ title: 'Essay 2, typed while waiting', version: 2 }]),
  );

  await save();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(onSubmit.mock.calls.map(([values, version]) => [values, version])).toMatchObject([
    [{ name: 'Essay 2' }, 1],
    [{ name: 'Essay 2, typed while waiting' }, 2],
  ]);
  expect(await draftStore.of('7')).toEqual([]);
});

it('canceling while the task is being saved leaves no draft', async () => {
  const first = Promise.withResolvers<{ version: number }>();
  const { save, onDone, unmount } = await openForm(() => first.promise);
  typeName('Essay 2');
  await save();
  await press('Cancel');
  await press('Discard changes');
  unmount();
  await act(async () => first.resolve({ version: 2 }));
  await Promise.all(closingWriters);
  expect(await draftStore.of('7')).toEqual([]);
  expect(onDone).not.toHaveBeenCalled();
});

it('discarding a restored draft while it is being saved ends with the saved task', async () => {
  const first = Promise.withResolvers<{ version: number }>();
  const { unmount } = await openForm(() => first.promise);
  typeName('Essay 2');
  unmount();
  const { save, onDone } = await openForm(() => first.promise);
  await save();
  await press('Discard draft');
  expect(onDone).not.toHaveBeenCalled();
  await act(async () => first.resolve({ version: 2 }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(await draftStore.of('7')).toEqual([]);
});

it('Cancel asks before it discards what was changed', async () => {
  const { onCancel } = await openForm(async () => ({ version: 2 }));
  typeName('Essay 2');
  await press('Cancel');
  await screen.findByText('Discard your changes?');
  expect(onCancel).not.toHaveBeenCalled();
  await press('Keep editing');
  await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull());
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Essay 2');
  expect(await draftStore.of('7')).toMatchObject([{ title: 'Essay 2' }]);

  await press('Cancel');
  await press('Discard changes');
  expect(onCancel).toHaveBeenCalledOnce();
  await waitFor(async () => expect(await draftStore.of('7')).toEqual([]));
});

it('Cancel does not ask when nothing was changed, or was changed back', async () => {
  const { onCancel } = await openForm(async () => ({ version: 2 }));
  await press('Cancel');
  typeName('Essay 2');
  typeName('Essay');
  await press('Cancel');
  expect(onCancel).toHaveBeenCalledTimes(2);
});

it('Cancel does not ask about what was saved', async () => {
  const first = Promise.withResolvers<{ version: number }>();
  const { save, onCancel } = await openForm(() => first.promise);
  typeName('Essay 2');
  await save();
  typeName('Essay 3');
  await act(async () => first.resolve({ version: 2 }));
  await screen.findByText(SAVED_EARLIER);
  typeName('Essay 2');
  await press('Cancel');
  expect(onCancel).toHaveBeenCalledOnce();
});
