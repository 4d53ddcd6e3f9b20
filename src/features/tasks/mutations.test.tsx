import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { dismissSnackbar, snackbarStore } from '#src/ui/feedback/snackbar.ts';
import { useQuickAdd } from './create-mutations.ts';
import { useChangeTask, useCompleteTask, useTaskOutbox } from './mutations.ts';
import { addToOutbox, clearOutbox, outbox, readOutbox } from './outbox.ts';
import { deliverOutbox } from './outbox-delivery.ts';
import { useSendTaskOutbox } from './useSendTaskOutbox.ts';

const VIEWER = 7;
const task = { id: 'task', pk: 3, name: 'Essay' };

let isServerUp = true;
/** The completions that the server received, oldest first. */
let received: unknown[] = [];

beforeEach(() => {
  isServerUp = true;
  received = [];
  const graphql = async ({ variables }: GraphQLRequest) => {
    if (!isServerUp) throw new AppError('UNAVAILABLE', 'The server restarts');
    received.push(variables['completed']);
    return { updateTask: { nextTask: null } };
  };
  provideTransport({ graphql } as unknown as Transport);
});

afterEach(async () => {
  vi.useRealTimers();
  for (const { id } of snackbarStore.read()) dismissSnackbar(id);
  await clearOutbox();
});

async function renderTasks() {
  const client = createQueryClient();
  const { result } = renderHook(
    () => {
      useSendTaskOutbox(VIEWER);
      return {
        complete: useCompleteTask(VIEWER),
        change: useChangeTask(),
        outbox: useTaskOutbox(VIEWER),
      };
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  await waitFor(() => expect(result.current.outbox.data).toEqual([]));
  return result;
}

it('sends a queued completion when the server is back, without an event of the network', async () => {
  isServerUp = false;
  const result = await renderTasks();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await act(() => result.current.complete.mutateAsync({ task, completed: true }));
  await vi.waitFor(() => expect(result.current.outbox.data).toHaveLength(1));
  isServerUp = true;
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await vi.waitFor(() => expect(received).toEqual([true]));
  await vi.waitFor(() => expect(result.current.outbox.data).toEqual([]));
});

it('deletes a queued completion when the task was reopened directly', async () => {
  isServerUp = false;
  const result = await renderTasks();
  await act(() => result.current.complete.mutateAsync({ task, completed: true }));
  expect(await readOutbox(VIEWER)).toHaveLength(1);
  isServerUp = true;
  await act(() => result.current.complete.mutateAsync({ task, completed: false }));
  expect(received).toEqual([false]);
  expect(await readOutbox(VIEWER)).toEqual([]);
  await waitFor(() => expect(result.current.outbox.data).toEqual([]));
});

it('shows a completion as sent when another tab has sent it', async () => {
  isServerUp = false;
  const result = await renderTasks();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await act(() => result.current.complete.mutateAsync({ task, completed: true }));
  await vi.waitFor(() => expect(result.current.outbox.data).toHaveLength(1));
  await clearOutbox(VIEWER);
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await vi.waitFor(() => expect(result.current.outbox.data).toEqual([]));
});

const line = { name: 'Essay', body: '{}', htmlBody: '', containingListId: 'list' };

async function addInOneLine(answer: () => Promise<unknown>, names = ['Essay']) {
  /** The unsent names while the request runs. */
  const unsent: unknown[] = [];
  const graphql = async () => {
    for (const change of await readOutbox(VIEWER)) unsent.push(change.kind === 'create' && change.input.name);
    return answer();
  };
  provideTransport({ graphql } as unknown as Transport);
  const client = createQueryClient();
  const { result } = renderHook(() => useQuickAdd(VIEWER), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  for (const name of names) {
    await act(() => result.current.mutateAsync({ ...line, name }).catch(() => undefined));
  }
  return unsent;
}

it('keeps a task typed in one line on this device while it is being sent', async () => {
  expect(await addInOneLine(async () => ({ createTask: { task } }))).toEqual(['Essay']);
  expect(await readOutbox(VIEWER)).toEqual([]);
});

it('keeps a task typed in one line when the server is down, and not when the server refuses it', async () => {
  await addInOneLine(() => Promise.reject(new AppError('INVALID_INPUT', 'Too long')));
  expect(await readOutbox(VIEWER)).toEqual([]);
  await addInOneLine(() => Promise.reject(new AppError('UNAVAILABLE', 'The server restarts')));
  expect(await readOutbox(VIEWER)).toHaveLength(1);
});

it('keeps a task typed in one line when the session has ended', async () => {
  await addInOneLine(() => Promise.reject(new AppError('UNAUTHENTICATED', 'Your session has ended.')));
  expect(await readOutbox(VIEWER)).toMatchObject([{ kind: 'create', input: { name: 'Essay' } }]);
});

it('shows one message when several tasks are added in a row', async () => {
  await addInOneLine(async () => ({ createTask: { task } }), ['Essay', 'Outline', 'Draft']);
  expect(snackbarStore.read().map(({ text }) => text)).toEqual(['Added Draft']);
});

const texts = () => snackbarStore.read().map(({ text }) => text);

/** Delivers one change with a server that answers with a function. Returns the inputs that the server received. */
async function deliver(
  change: Parameters<typeof addToOutbox>[1],
  answer: (input: unknown) => Promise<unknown>,
) {
  const inputs: Record<string, unknown>[] = [];
  const graphql = ({ variables }: GraphQLRequest) => {
    const input = (variables['input'] ?? variables) as Record<string, unknown>;
    inputs.push(input);
    return answer(input);
  };
  provideTransport({ graphql } as unknown as Transport);
  const result = await renderTasks();
  await addToOutbox(VIEWER, change);
  await act(async () => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(texts()).toHaveLength(1));
  return { inputs, result };
}

const dueAt = '2026-01-01T17:00:00.000Z';
const newTask = {
  id: 'first-key',
  kind: 'create' as const,
  input: { ...line, dueAt, recurrence: 'FREQ=DAILY', idempotencyKey: 'first-key' },
};

it('adds a task without its due date if the date passed before it could be sent', async () => {
  const message = 'Due date must be in the future';
  const { inputs } = await deliver(newTask, (input) =>
    (input as { dueAt: unknown }).dueAt === null
      ? Promise.resolve({ createTask: { task } })
      : Promise.reject(new AppError('INVALID_INPUT', message, { fields: { dueAt: message } })),
  );
  expect(texts()).toEqual(['Added “Essay” without a due date, because the date has passed.']);
  expect(inputs).toMatchObject([{ dueAt }, { name: 'Essay', dueAt: null, recurrence: null }]);
  expect(inputs[1]?.['idempotencyKey']).not.toBe('first-key');
  await waitFor(async () => expect(await readOutbox(VIEWER)).toEqual([]));
});

it('keeps a new task that the server refuses, with the reason, and does not send it again', async () => {
  const message = 'A list can have at most 500 open tasks';
  const { inputs } = await deliver(newTask, () => Promise.reject(new AppError('INVALID_INPUT', message)));
  expect(texts()).toEqual([`Could not add “Essay”: ${message}`]);
  await waitFor(async () => expect(await readOutbox(VIEWER)).toMatchObject([{ refusal: message }]));
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(inputs).toHaveLength(1);
});

it('says why a completion made offline was not saved', async () => {
  const change = { id: 'c', kind: 'complete' as const, taskPk: 3, taskId: 'task', completed: true };
  await deliver(change, () => Promise.reject(new AppError('NOT_FOUND', 'Not found')));
  expect(texts()).toEqual([
    'Could not complete a task you completed offline: it was deleted, or you can no longer change it.',
  ]);
  await waitFor(async () => expect(await readOutbox(VIEWER)).toEqual([]));
});

describe('a change that fails for a temporary reason', () => {
  const complete = (pk: number, completed: boolean) => ({
    id: `complete-${pk}`,
    kind: 'complete' as const,
    taskPk: pk,
    taskId: `task-${pk}`,
    completed,
  });
  const create = (id: string, parentId?: string) => ({
    id,
    kind: 'create' as const,
    input: { ...line, name: id, idempotencyKey: id, ...(parentId === undefined ? {} : { parentId }) },
  });

  /** Delivers changes to a server that fails for the first one. @returns the ids of those that still wait */
  async function waitingAfter(...changes: Parameters<typeof addToOutbox>[1][]) {
    let isFirst = true;
    const graphql = async () => {
      if (isFirst) {
        isFirst = false;
        throw new AppError('INTERNAL', 'Broken');
      }
      return { createTask: { task }, updateTask: { nextTask: null } };
    };
    provideTransport({ graphql } as unknown as Transport);
    for (const [index, change] of changes.entries()) {
      await outbox.put({ ...change, owner: String(VIEWER), createdAt: index });
    }
    await deliverOutbox(VIEWER);
    return (await readOutbox(VIEWER)).map(({ id }) => id);
  }

  it.each([
    { change: 'a new task', waits: 'a', changes: [create('a'), create('b'), complete(1, false)] },
    {
      change: 'a completed task',
      waits: 'complete-1',
      changes: [complete(1, true), complete(2, true), create('b'), create('step', 'task-3')],
    },
    {
      change: 'a new step',
      waits: 'step',
      changes: [create('step', 'task-1'), create('other step', 'task-1'), complete(2, true)],
    },
  ])('does not block changes that do not depend on it: $change', async ({ waits, changes }) => {
    expect(await waitingAfter(...changes)).toEqual([waits]);
  });

  it.each([
    ['the completion of its task', create('step', 'task-1'), complete(1, true)],
    ['a step that is reopened afterwards', complete(1, true), complete(2, false)],
    ['a task that is completed afterwards', complete(2, false), complete(1, true)],
    ['a step that is added after its task is reopened', complete(1, false), create('step', 'task-1')],
  ])('is sent before %s', async (_name, first, second) => {
    expect(await waitingAfter(first, second)).toEqual([first.id, second.id]);
  });
});

it.each([
  ['with a time', new Date(2090, 11, 4, 17), 'Dec 4, 2090 at 5:00 PM'],
  ['without a time', new Date(2090, 11, 4, 23, 59), 'Dec 4, 2090'],
])('says when a task is due in a month, %s', async (_name, due, words) => {
  const result = await renderTasks();
  const nextTask = { dueAt: due.toISOString() };
  const graphql = async () => ({ task: { ...task, body: '{}', version: 1 }, updateTask: { task, nextTask } });
  provideTransport({ graphql } as unknown as Transport);
  await act(() => result.current.change.mutateAsync({ task, dueAt: due }));
  await act(() => result.current.complete.mutateAsync({ task, completed: true }));
  expect(texts().map((text) => text.replaceAll('\u202F', ' '))).toEqual([
    `Essay is due ${words}`,
    `Completed Essay. Next due ${words}.`,
  ]);
});

it('restores how often a task repeats when the removal of its due date is undone', async () => {
  const due = '2090-12-04T17:00:00.000Z';
  const stored = { ...task, body: '{}', points: 0, version: 1, dueAt: due, recurrence: 'FREQ=WEEKLY' };
  let server: Record<string, unknown> = stored;
  const result = await renderTasks();
  const graphql = async ({ variables }: GraphQLRequest) => {
    if ('id' in variables) server = { ...variables };
    return { task: server, updateTask: { task } };
  };
  provideTransport({ graphql } as unknown as Transport);
  await act(() => result.current.change.mutateAsync({ task: stored, dueAt: null }));
  expect(server).toMatchObject({ dueAt: null, recurrence: null });
  act(() => snackbarStore.read()[0]?.action?.onSelect());
  await waitFor(() => expect(server).toMatchObject({ dueAt: due, recurrence: 'FREQ=WEEKLY' }));
});

it.each([
  [true, new AppError('INVALID_INPUT', 'Too many'), 'Failed to mark task complete'],
  [false, new AppError('INVALID_INPUT', 'Too many'), 'Could not reopen Essay: Too many'],
  [false, new AppError('NOT_FOUND', 'Not found'), 'Could not reopen Essay. Try again.'],
])('says what failed: completed %s, %s', async (completed, error, text) => {
  const result = await renderTasks();
  provideTransport({ graphql: () => Promise.reject(error) } as unknown as Transport);
  await act(() => result.current.complete.mutateAsync({ task, completed }).catch(() => undefined));
  expect(texts()).toEqual([text]);
});
