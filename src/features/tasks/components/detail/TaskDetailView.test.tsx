import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { plainBody } from '#shared/tasks/plain-body.ts';
import { type Draft, draftStore } from '#src/lib/drafts/draft-store.ts';
import { settleWriters } from '#src/lib/drafts/open-writers.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { dismissSnackbar, snackbarStore } from '#src/ui/feedback/snackbar.ts';
import { addToOutbox, clearOutbox } from '../../outbox.ts';
import { taskDraft } from '../../task-draft.ts';
import { TaskDetailView } from './TaskDetailView.tsx';
import { taskValuesOf } from '../../task-values.ts';

// The description is not part of these tests.
vi.mock('#src/ui/rich-text/RichTextEditor.tsx', () => ({ RichTextEditor: () => null }));

const TASK = {
  id: 'task',
  pk: 3,
  name: 'Essay',
  body: JSON.stringify(plainBody('650 words')),
  points: 5,
  version: 1,
  userPk: 7,
  completed: false,
  parent: null,
  containingList: { id: 'list', pk: 1, slug: 'school', name: 'School' },
  children: [],
  permissions: ['change_task', 'delete_task'],
};

beforeEach(() => {
  provideTransport({
    graphql: ({ query }: GraphQLRequest) =>
      query.includes('query Task(')
        ? Promise.resolve({ task: TASK })
        : Promise.reject(new AppError('INTERNAL', 'Broken')),
    rest: () => Promise.resolve({ pk: TASK.pk, restorable_until: '2090-01-01T00:00:00Z' }),
  } as unknown as Transport);
});

afterEach(async () => {
  for (const { id } of snackbarStore.read()) dismissSnackbar(id);
  // An open editor stores its draft when it closes.
  cleanup();
  await settleWriters();
  await draftStore.clear();
  await clearOutbox();
});

/** The page of a task, which closes when the task is deleted. */
function TaskPage() {
  const [isGone, setGone] = useState(false);
  if (isGone) return 'The list';
  return (
    <TaskDetailView
      viewerPk={7}
      pk={TASK.pk}
      listPath="/tasks/school/"
      linkTo={() => '/'}
      noteLinkTo={() => '/'}
      onGone={() => setGone(true)}
    />
  );
}

function renderTask() {
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <TaskPage />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

const draftTitles = async () => (await draftStore.of('7')).map(({ title }) => title);

it('deletes the draft of a deleted task, and restores it when the deletion is undone', async () => {
  renderTask();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit task' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Essay 2' } });
  await waitFor(async () => expect(await draftTitles()).toEqual(['Essay 2']));
  fireEvent.click(screen.getByRole('button', { name: 'Delete task' }));
  await screen.findByText('The list');
  await waitFor(async () => expect(await draftTitles()).toEqual([]));
  await act(async () => snackbarStore.read()[0]?.action?.onSelect());
  await waitFor(async () => expect(await draftTitles()).toEqual(['Essay 2']));
});

it('shows the draft of a task that someone else deleted until the person discards it', async () => {
  const values = { ...taskValuesOf(TASK), name: 'Essay 2', body: plainBody('800 words') };
  const draft = { id: 'draft', owner: '7', subject: taskDraft.task(TASK.pk), title: 'Essay 2', changedAt: 1 };
  await draftStore.put({ ...draft, values, version: 1, attempt: null } as Draft, 'relaxed');
  provideTransport({
    graphql: () => Promise.reject(new AppError('NOT_FOUND', 'Not found')),
  } as unknown as Transport);
  renderTask();
  await screen.findByText('Back to the list');
  await screen.findByText('800 words');
  expect(screen.getByRole('heading', { name: 'Essay 2' })).toBeDefined();
  expect(await draftTitles()).toEqual(['Essay 2']);

  fireEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
  await waitFor(async () => expect(await draftTitles()).toEqual([]));
  expect(screen.queryByText('800 words')).toBeNull();
  await act(async () => snackbarStore.read()[0]?.action?.onSelect());
  await screen.findByText('800 words');
  expect(await draftTitles()).toEqual(['Essay 2']);
});

it('shows the steps added offline, and a completion until it is sent', async () => {
  const input = { name: 'Outline', body: '{}', htmlBody: '', containingListId: 'list', parentId: 'task' };
  await addToOutbox(7, { id: 'step', kind: 'create', input });
  renderTask();
  const unsent = await screen.findByRole('group', { name: 'Waiting to be sent' });
  expect(unsent.textContent).toContain('Outline');
  await screen.findByLabelText('Complete Essay');

  cleanup();
  await addToOutbox(7, { id: 'done', kind: 'complete', taskPk: 3, taskId: 'task', completed: true });
  renderTask();
  await screen.findByLabelText('Reopen Essay');
});
