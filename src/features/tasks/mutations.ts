import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOffline } from '#shared/kernel/errors.ts';
import { UNDO_MILLISECONDS } from '#shared/tasks/constants.ts';
import { plainBody } from '#shared/tasks/plain-body.ts';
import type { QuickAdd } from '#shared/tasks/quick-add.ts';
import {
  CompleteTaskDocument,
  CreateTaskDocument,
  type CreateTaskMutationVariables,
  EditTaskDocument,
  MoveTaskDocument,
  ReorderTaskDocument,
} from '#src/transport/generated/tasks/graphql.ts';
import type { FormDraft } from '#src/lib/drafts/form-draft.ts';
import { useIdempotentMutation } from '#src/lib/useIdempotentMutation.ts';
import { request } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/snackbar.ts';
import { changeCachedTask, reorderCached } from './cache.ts';
import { flushOutbox, keepInOutbox, readOutbox } from './outbox.ts';
import type { TaskValues } from './components/TaskForm.tsx';
import { taskKeys } from './queries.ts';

/** A task as far as an action on it needs to know. */
export interface TaskToChange {
  id: string;
  pk: number;
  name: string;
}

const OUTBOX_KEY = ['task-outbox'];

/** An action for 10 s on the notice of what was done. */
function undo(onSelect: () => void) {
  return { label: 'Undo', onSelect, milliseconds: UNDO_MILLISECONDS };
}

/** What this person did offline and is still to be sent. */
export function useTaskOutbox(viewerPk: number) {
  return useQuery({
    queryKey: [...OUTBOX_KEY, viewerPk],
    queryFn: () => readOutbox(viewerPk),
    staleTime: 0,
    retry: false,
  });
}

/** Sends what waits: now, and each time the network comes back. Once in every door. */
export function useSendTaskOutbox(viewerPk: number) {
  const client = useQueryClient();
  useEffect(() => {
    const flush = async () => {
      const { sent, refused } = await flushOutbox(viewerPk);
      if (sent + refused === 0) return;
      if (refused > 0) showError('Something you did offline could not be saved: it changed meanwhile.');
      await client.invalidateQueries();
    };
    const onOnline = () => void flush();
    onOnline();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [client, viewerPk]);
}

/**
 * Completes or reopens a task (TASK-014): shown at once, taken back when the server refuses, kept and sent later
 * when there is no network. A completion can be undone for 10 s.
 */
export function useCompleteTask(viewerPk: number) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: async ({ task, completed }: { task: TaskToChange; completed: boolean }) => {
      try {
        const { updateTask } = await request(CompleteTaskDocument, { id: task.id, completed });
        return { nextTask: updateTask.nextTask ?? null, isKept: false };
      } catch (error) {
        if (!isOffline(error)) throw error;
        // The last word about a task replaces the one before.
        const id = `complete-${task.pk}`;
        await keepInOutbox(viewerPk, { id, kind: 'complete', taskPk: task.pk, taskId: task.id, completed });
        return { nextTask: null, isKept: true };
      }
    },
    onMutate: ({ task, completed }) => {
      void client.cancelQueries({ queryKey: taskKeys.all });
      changeCachedTask(client, task.pk, {
        completed,
        completedAt: completed ? new Date().toISOString() : null,
      });
    },
    onSuccess: ({ nextTask, isKept }, { task, completed }) => {
      if (!completed) return;
      const takeBack = undo(() => mutation.mutate({ task, completed: false }));
      if (isKept) showSuccess(`Completed ${task.name}. Kept on this device until you are online.`, takeBack);
      else if (nextTask !== null) showSuccess(`Completed ${task.name}. The next one is ready.`, takeBack);
      else showSuccess(`Completed ${task.name}`, takeBack);
    },
    onError: (_error, { task, completed }) => {
      changeCachedTask(client, task.pk, { completed: !completed, completedAt: null });
      void client.invalidateQueries({ queryKey: taskKeys.all });
      showError('Failed to mark task complete');
    },
  });
  return mutation;
}

/** The variables of a task that was typed in one line. */
export function toCreateInput(
  line: string,
  { name, dueAt, points, recurrence }: QuickAdd,
  containingListId: string,
): CreateTaskMutationVariables['input'] {
  // What was typed describes the task, until somebody writes more.
  const text = line.trim().slice(0, 500);
  return {
    name,
    body: JSON.stringify(plainBody(text)),
    htmlBody: '',
    containingListId,
    points: points ?? 0,
    dueAt: dueAt?.toISOString() ?? null,
    recurrence,
  };
}

/** Adds a task that was typed in one line; kept and sent later when there is no network. */
export function useQuickAdd(viewerPk: number) {
  const create = useIdempotentMutation(
    async (values: CreateTaskMutationVariables['input'], idempotencyKey) => {
      const input = { ...values, idempotencyKey };
      try {
        const { createTask } = await request(CreateTaskDocument, { input });
        return createTask.task;
      } catch (error) {
        if (!isOffline(error)) throw error;
        await keepInOutbox(viewerPk, { id: idempotencyKey, kind: 'create', input });
        return null;
      }
    },
  );
  return useMutation({
    mutationFn: create,
    onSuccess: (task, { name }) =>
      showSuccess(task === null ? `${name} is kept on this device until you are online.` : `Added ${name}`),
  });
}

/** Adds a task that is a line of a note. */
export function useCreateTask() {
  const create = useIdempotentMutation(
    async (input: CreateTaskMutationVariables['input'], idempotencyKey) =>
      (await request(CreateTaskDocument, { input: { ...input, idempotencyKey } })).createTask.task,
  );
  return useMutation({
    mutationFn: create,
    onSuccess: (task) => showSuccess(`Added ${task.name}`),
  });
}

/** What the form of a task says, as the server takes it. */
function toInput(values: TaskValues) {
  return {
    name: values.name.trim(),
    body: JSON.stringify(values.body),
    htmlBody: '',
    points: values.points,
    dueAt: values.dueAt?.toISOString() ?? null,
    recurrence: values.recurrence,
  };
}

/**
 * Adds a task from its form. When the answer to an earlier try was lost, that try is repeated and what was typed since
 * is saved to the task that it made, so that there is one.
 */
export function useAddTask() {
  return useMutation({
    mutationFn: async ({
      listId,
      values,
      createOnce,
    }: {
      listId: string;
      values: TaskValues;
      createOnce: FormDraft<TaskValues>['createOnce'];
    }) => {
      const { made, isNewest } = await createOnce(async (sent, idempotencyKey) => {
        const input = { ...toInput(sent), containingListId: listId, idempotencyKey };
        return (await request(CreateTaskDocument, { input })).createTask.task;
      });
      if (isNewest) return made;
      const change = { id: made.id, ...toInput(values), version: made.version };
      return (await request(EditTaskDocument, change)).updateTask.task;
    },
    onSuccess: (task) => showSuccess(`Added ${task.name}`),
  });
}

/** TASK-040. The form shows what the server refuses at a field; the rest is told here. */
export function useEditTask() {
  return useMutation({
    mutationFn: async ({ id, values, version }: { id: string; values: TaskValues; version: number | null }) =>
      (await request(EditTaskDocument, { id, ...toInput(values), version })).updateTask.task,
  });
}

/** TASK-038; can be undone for 10 s. */
export function useMoveTask() {
  const mutation = useMutation({
    mutationFn: async (move: {
      task: TaskToChange;
      to: { id: string; name: string };
      from: { id: string; name: string };
    }) =>
      (await request(MoveTaskDocument, { id: move.task.id, containingListId: move.to.id })).updateTask.task,
    onSuccess: (_task, { task, to, from }) =>
      showSuccess(
        `Moved ${task.name} to ${to.name}`,
        undo(() => mutation.mutate({ task, to: from, from: to })),
      ),
    onError: () => showError('Failed to move task'),
  });
  return mutation;
}

/** Puts a task behind another one of its list: shown at once, taken back when the server refuses. */
export function useReorderTask(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ task, after }: { task: TaskToChange; after: TaskToChange | null }) =>
      request(ReorderTaskDocument, { id: task.id, afterId: after?.id ?? null }),
    onMutate: ({ task, after }) => {
      void client.cancelQueries({ queryKey: taskKeys.list(slug) });
      reorderCached(client, slug, task.pk, after?.pk ?? null);
    },
    onError: () => {
      void client.invalidateQueries({ queryKey: taskKeys.list(slug) });
      showError('Failed to move task');
    },
  });
}
