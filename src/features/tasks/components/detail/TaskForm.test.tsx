import 'fake-indexeddb/auto';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { emptyRichText } from '#shared/rich-text/schema.ts';
import { plainBody } from '#shared/tasks/plain-body.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { createFakeLocks } from '#tests/helpers/doubles/fake-locks.ts';
import { taskDraft } from '../../task-draft.ts';
import { TaskForm, type TaskValues, taskValuesOf } from './TaskForm.tsx';

// The description is not part of these tests.
vi.mock('#src/ui/rich-text/RichTextEditor.tsx', () => ({ RichTextEditor: () => null }));

const initial: TaskValues = {
  name: 'Essay',
  body: plainBody('650 words'),
  points: 5,
  dueAt: new Date('2090-03-01T20:00:00Z'),
  recurrence: 'FREQ=WEEKLY',
};

beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: createFakeLocks(), configurable: true });
});
afterEach(async () => {
  await draftStore.clear();
});

async function openForm(onSubmit: (values: TaskValues) => Promise<unknown>) {
  render(
    <TaskForm
      owner="7"
      subject={taskDraft.task(3)}
      initial={initial}
      version={1}
      submitLabel="Save task"
      failure="Failed to update task"
      onSubmit={onSubmit}
      onCancel={() => {}}
    />,
  );
  const box = await screen.findByRole('textbox', { name: 'Due date' });
  const save = async () => {
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save task' })));
  };
  return { box, save };
}

it('an unreadable due date is not saved and does not remove the stored one', async () => {
  const onSubmit = vi.fn<(values: TaskValues) => Promise<void>>(async () => {});
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
