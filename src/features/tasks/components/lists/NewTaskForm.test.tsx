import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import { plainBody } from '#shared/tasks/plain-body.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { closingWriters } from '#src/lib/drafts/open-writers.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { NewTaskForm } from './NewTaskForm.tsx';

vi.mock('#src/ui/rich-text/RichTextEditor.tsx', () => ({
  RichTextEditor: ({ onChange }: { onChange: (body: RichTextDocument) => void }) => (
    <textarea aria-label="Description" onChange={({ target }) => onChange(plainBody(target.value))} />
  ),
}));

const SAVED_EARLIER = /The task was saved without your last changes/;
const created = { id: 'made', pk: 3, name: 'Essay', version: 1 };

const requests: GraphQLRequest['variables'][] = [];
const create = vi.fn<() => Promise<typeof created>>();
const edit = vi.fn<() => Promise<typeof created>>();

beforeEach(() => {
  requests.length = 0;
  create.mockReset().mockResolvedValue(created);
  edit.mockReset().mockResolvedValue({ ...created, version: 2 });
  const graphql = async ({ variables }: GraphQLRequest) => {
    // Copied, because a form can change its values in place.
    requests.push(structuredClone(variables));
    if (variables['input'] === undefined) return { updateTask: { task: await edit() } };
    return { createTask: { task: await create() } };
  };
  provideTransport({ graphql } as unknown as Transport);
});
afterEach(async () => {
  await draftStore.clear();
});

async function openForm() {
  const onClose = vi.fn<() => void>();
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <NewTaskForm owner="7" list={{ id: 'list', pk: 5 }} onClose={onClose} />
    </QueryClientProvider>,
  );
  await screen.findByLabelText(/^Name/);
  const close = async () => {
    unmount();
    await Promise.all(closingWriters);
  };
  return { onClose, close };
}

function type(field: 'Name' | 'Description', value: string) {
  fireEvent.change(screen.getByLabelText(new RegExp(`^${field}`)), { target: { value } });
}

const buttonOf = (label: string) => screen.getByText(label).closest('button') as HTMLButtonElement;

async function press(label: string) {
  await act(async () => fireEvent.click(buttonOf(label)));
}

/** Presses the button as soon as the form is not busy. */
async function add() {
  await waitFor(() => expect(buttonOf('Add task').getAttribute('aria-busy')).toBeNull());
  await press('Add task');
}

/** Adds a task; the person changes its name before the response arrives. */
async function addAndTypeOn(name: string) {
  const response = Promise.withResolvers<typeof created>();
  create.mockReturnValueOnce(response.promise);
  type('Name', 'Essay');
  type('Description', '650 words');
  await add();
  type('Name', name);
  await act(async () => response.resolve(created));
  await screen.findByText(SAVED_EARLIER);
}

/** Adds a task whose response is lost. */
async function addWithoutResponse() {
  create.mockRejectedValueOnce(new AppError('NETWORK', 'Unreachable'));
  type('Name', 'Essay');
  type('Description', '650 words');
  await add();
}

it('text that is typed while a task is being added changes that task next, and adds no second one', async () => {
  const { onClose } = await openForm();
  await addAndTypeOn('Essay, typed while waiting');
  expect(onClose).not.toHaveBeenCalled();
  await add();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(requests).toMatchObject([
    { input: { name: 'Essay' } },
    { id: 'made', name: 'Essay, typed while waiting', version: 1 },
  ]);
  expect(await draftStore.of('7')).toEqual([]);
});

it('text that is left when the form closes starts another task', async () => {
  const { close } = await openForm();
  await addAndTypeOn('Essay.');
  await close();

  const { onClose } = await openForm();
  expect(screen.queryByText(SAVED_EARLIER)).toBeNull();
  type('Name', 'Register for the SAT');
  await add();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(requests).toMatchObject([{ input: { name: 'Essay' } }, { input: { name: 'Register for the SAT' } }]);
  const keys = requests.map(({ input }) => (input as { idempotencyKey: string }).idempotencyKey);
  expect(keys[1]).not.toBe(keys[0]);
  expect(await draftStore.of('7')).toEqual([]);
});

it('asks before it replaces what someone else changed after the response was lost', async () => {
  const { onClose } = await openForm();
  await addWithoutResponse();
  type('Name', 'Essay, second draft');
  create.mockResolvedValueOnce({ ...created, version: 3 });
  const current = { name: 'Essay by Maya', body: '{}', points: 0, dueAt: null, recurrence: null, version: 3 };
  edit.mockRejectedValueOnce(new AppError('CONFLICT', 'Changed', { current }));
  await add();
  await screen.findByText('Someone else changed this task. It is now called “Essay by Maya”.');

  await press('Keep mine');
  await add();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(requests).toMatchObject([
    { input: { name: 'Essay' } },
    { input: { name: 'Essay' } },
    { id: 'made', name: 'Essay, second draft', version: 1 },
    { id: 'made', name: 'Essay, second draft', version: 3 },
  ]);
});

it('text that could not be saved after the repeated create starts another task when the form was closed', async () => {
  const { close } = await openForm();
  await addWithoutResponse();
  type('Name', 'Essay, second draft');
  edit.mockRejectedValueOnce(new AppError('NETWORK', 'Unreachable'));
  await add();
  await waitFor(() => expect(edit).toHaveBeenCalledOnce());
  await close();

  const { onClose } = await openForm();
  await add();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(requests.at(-1)).toMatchObject({ input: { name: 'Essay, second draft' } });
});

it('canceling while the repeated create is pending leaves no draft', async () => {
  const { onClose, close } = await openForm();
  await addWithoutResponse();
  type('Name', 'Essay, second draft');
  const response = Promise.withResolvers<typeof created>();
  create.mockReturnValueOnce(response.promise);
  await add();
  await press('Cancel');
  await press('Discard task');
  await close();
  await act(async () => response.resolve(created));
  await waitFor(() => expect(edit).toHaveBeenCalledOnce());
  await waitFor(async () => expect(await draftStore.of('7')).toEqual([]));
  expect(onClose).toHaveBeenCalledOnce();
});
