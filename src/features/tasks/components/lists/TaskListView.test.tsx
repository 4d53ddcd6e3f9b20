import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, onTestFinished } from 'vitest';
import { READ_ONLY_MESSAGE } from '#shared/kernel/access.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { DraftWriter } from '#src/lib/drafts/draft-writer.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import {
  type GraphQLRequest,
  provideTransport,
  type RestRequest,
  type Transport,
} from '#src/transport/transport.ts';
import { snackbarStore } from '#src/ui/feedback/snackbar.ts';
import { ReadOnlyContext } from '#src/ui/read-only.ts';
import type { TaskListPage } from '../../queries.ts';
import { addToOutbox, clearOutbox } from '../../outbox.ts';
import { taskDraft } from '../../task-draft.ts';
import { TaskListView } from './TaskListView.tsx';

const LIST = {
  id: 'school-list',
  pk: 1,
  slug: 'school',
  name: 'School',
  userId: 7,
  private: false,
  permissions: ['change_private'],
  favorites: [],
  tasks: [],
} as unknown as TaskListPage;

const viewOf = (list: TaskListPage, isReadOnly = false) => (
  <MemoryRouter>
    <QueryClientProvider client={createQueryClient()}>
      <ReadOnlyContext value={isReadOnly}>
        <TaskListView
          viewer={{ pk: 7, capabilities: ['share_lists'] }}
          list={list}
          currentPk={null}
          linkTo={() => '/'}
          ownerPath="/"
          visibility={null}
          onDeleted={() => {}}
        />
      </ReadOnlyContext>
    </QueryClientProvider>
  </MemoryRouter>
);
const renderList = (list = LIST) => render(viewOf(list));

it('says that the list is still shared when it could not be made private', async () => {
  const fail = () => Promise.reject(new AppError('INTERNAL', 'Broken'));
  provideTransport({ graphql: fail, rest: fail } as unknown as Transport);
  renderList();
  fireEvent.click(screen.getByLabelText('Private'));
  await waitFor(() =>
    expect(snackbarStore.read().map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'error: Could not change who can see this list. Try again.',
    ]),
  );
});

it('with a lapsed membership makes a list private, but does not share it', async () => {
  const sent: unknown[] = [];
  const rest = ({ body }: RestRequest) => {
    sent.push(body);
    return new Promise(() => undefined);
  };
  provideTransport({ graphql: () => new Promise(() => undefined), rest } as unknown as Transport);
  const { unmount } = render(viewOf(LIST, true));
  fireEvent.click(screen.getByLabelText('Private'));
  await waitFor(() => expect(sent).toEqual([{ private: true }]));
  unmount();
  render(viewOf({ ...LIST, private: true }, true));
  const isPrivate = screen.getByRole('switch', { name: 'Private' });
  expect(isPrivate).toHaveProperty('disabled', true);
  expect(document.getElementById(isPrivate.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    READ_ONLY_MESSAGE,
  );
});

it('shows the tasks completed and added offline until they are sent', async () => {
  onTestFinished(() => clearOutbox());
  const fail = () => Promise.reject(new AppError('NETWORK', 'Offline'));
  provideTransport({ graphql: fail, rest: fail } as unknown as Transport);
  const complete = { kind: 'complete', taskId: 'task', completed: true } as const;
  await addToOutbox(7, { ...complete, id: 'complete-3', taskPk: 3 });
  await addToOutbox(7, { ...complete, id: 'complete-6', taskPk: 6 });
  for (const [name, listId] of [
    ['Here', LIST.id],
    ['Elsewhere', 'other-list'],
  ] as const) {
    const input = { name, body: '{}', htmlBody: '', containingListId: listId };
    await addToOutbox(7, { id: name, kind: 'create', input });
  }
  const task = { completed: false, dueAt: null, points: 0, permissions: ['change_task'], children: [] };
  const tasks = [
    { ...task, pk: 3, name: 'Essay' },
    { ...task, pk: 4, name: 'Outline' },
    { ...task, pk: 5, name: 'Visit', children: [{ ...task, pk: 6, name: 'Book the train' }] },
  ];
  renderList({ ...LIST, tasks } as unknown as TaskListPage);
  const waiting = await screen.findByRole('group', { name: 'Waiting to be sent' });
  expect(
    within(waiting)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Here']);
  expect(screen.getByRole('checkbox', { name: /Essay/ })).toHaveProperty('checked', true);
  expect(screen.getByRole('checkbox', { name: /Outline/ })).toHaveProperty('checked', false);
  expect(screen.getByText('1 of 1 steps')).toBeDefined();
});

it("calls the viewer 'You' in the history, and others by name", async () => {
  const entry = (pk: number, createdByPk: number | null, createdByFullName: string | null) => ({
    node: {
      id: String(pk),
      action: 'COMPLETE',
      createdAt: '2026-11-20T12:00:00.000Z',
      createdByPk,
      createdByFullName,
      task: { pk: 3, name: 'Essay' },
    },
  });
  // The second person has the viewer's name.
  const edges = [entry(1, 7, 'Maya Okafor'), entry(2, 8, 'Maya Okafor'), entry(3, null, null)];
  const pageInfo = { endCursor: null, hasNextPage: false };
  provideTransport({
    graphql: ({ query }: GraphQLRequest) =>
      query.includes('query TaskActivities')
        ? Promise.resolve({ taskActivities: { edges, pageInfo } })
        : Promise.reject(new AppError('INTERNAL', 'Broken')),
  } as unknown as Transport);
  renderList();
  const history = screen.getByRole('region', { name: 'History of the list' });
  const entries = await within(history).findAllByRole('listitem');
  expect(entries.map(({ textContent }) => textContent.split(' · ')[0])).toEqual([
    'Essay: You completed it',
    'Essay: Maya Okafor completed it',
    'Essay: Someone completed it',
  ]);
});

it('deletes the drafts of the tasks of a deleted list, and no others', async () => {
  provideTransport({
    graphql: () => Promise.reject(new AppError('INTERNAL', 'Broken')),
    rest: () => Promise.resolve({ slug: LIST.slug, tasks: [3, 4] }),
  } as unknown as Transport);
  const subjects = [taskDraft.newTask(1), taskDraft.task(3), taskDraft.task(4), taskDraft.task(5)];
  for (const subject of subjects) {
    const writer = new DraftWriter('7');
    await writer.write({ subject, title: subject });
    await writer.close();
  }
  // The page has only the open tasks; these are completed.
  renderList({ ...LIST, permissions: ['delete_list'] } as unknown as TaskListPage);
  fireEvent.click(screen.getByRole('button', { name: 'Actions for this list' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete list' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: LIST.name } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete list' }));
  await waitFor(async () =>
    expect((await draftStore.of('7')).map(({ subject }) => subject)).toEqual([taskDraft.task(5)]),
  );
});
