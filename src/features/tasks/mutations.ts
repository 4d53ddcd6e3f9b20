/** Task changes of every surface: complete, quick add, change in place. The full app has more in edit-mutations.ts. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isOffline } from '#shared/kernel/errors.ts';
import { UNDO_MILLISECONDS } from '#shared/tasks/constants.ts';
import { plainBody } from '#shared/tasks/plain-body.ts';
import type { QuickAdd } from '#shared/tasks/quick-add.ts';
import {
  CompleteTaskDocument,
  CreateTaskDocument,
  type CreateTaskMutationVariables,
  EditTaskDocument,
  TaskDocument,
} from '#src/transport/generated/tasks/graphql.ts';
import { useDelivery } from '#src/lib/outbox/useDelivery.ts';
import { useIdempotentMutation } from '#src/lib/queries/useIdempotentMutation.ts';
import { momentInSentence } from '#src/lib/dates/relative-time.ts';
import { request } from '#src/transport/transport.ts';
import { dismissSnackbar, showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { changeCachedTask } from './cache.ts';
import {
  addToOutbox,
  deleteFromOutbox,
  flushOutbox,
  readOutbox,
  supersedeInOutbox,
  type TaskChange,
} from './outbox.ts';
import { taskKeys } from './queries.ts';

/** Formats a due date for a snackbar. */
function formatDueDate(dueAt: string | null | undefined): string {
  return dueAt ? momentInSentence(new Date(dueAt)) : 'without a date';
}

/** Returns whether a date is in the future. */
function isFuture(date: Date): boolean {
  return date.getTime() > Date.now();
}

/** The fields of a task that actions need. */
export interface TaskToChange {
  id: string;
  pk: number;
  name: string;
}

const OUTBOX_KEY = ['task-outbox'];

/** Returns an Undo action for a snackbar. */
export function undo(onSelect: () => void) {
  return { label: 'Undo', onSelect, milliseconds: UNDO_MILLISECONDS };
}

/** Returns this person's unsent offline changes. */
export function useTaskOutbox(viewerPk: number) {
  return useQuery({
    queryKey: [...OUTBOX_KEY, viewerPk],
    queryFn: () => readOutbox(viewerPk),
    staleTime: 0,
    retry: false,
  });
}

/** Sends the outbox now, when the network returns, and every few seconds while changes wait. Call it once per surface. */
export function useSendTaskOutbox(viewerPk: number) {
  const client = useQueryClient();
  const waiting = useTaskOutbox(viewerPk).data?.length ?? 0;
  const send = useCallback(async () => {
    const { sent, refused } = await flushOutbox(viewerPk);
    if (refused > 0)
      showError('A change you made offline could not be saved: it was changed by someone else.');
    // Another surface may have sent changes that this one still shows as waiting.
    const known = client.getQueryData<TaskChange[]>([...OUTBOX_KEY, viewerPk])?.length ?? 0;
    if (sent + refused > 0 || (await readOutbox(viewerPk)).length < known) await client.invalidateQueries();
  }, [client, viewerPk]);
  useDelivery(send, waiting > 0);
}

/**
 * Completes or reopens a task (TASK-014): optimistic, rolled back when the server refuses, stored in the outbox while
 * offline. A completion can be undone for 10 s.
 */
export function useCompleteTask(viewerPk: number) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: async ({ task, completed }: { task: TaskToChange; completed: boolean }) => {
      // A later change of the same task replaces an unsent one.
      const id = `complete-${task.pk}`;
      try {
        const { updateTask } = await supersedeInOutbox(id, () =>
          request(CompleteTaskDocument, { id: task.id, completed }),
        );
        return { nextTask: updateTask.nextTask ?? null, isQueued: false };
      } catch (error) {
        if (!isOffline(error)) throw error;
        await addToOutbox(viewerPk, { id, kind: 'complete', taskPk: task.pk, taskId: task.id, completed });
        return { nextTask: null, isQueued: true };
      }
    },
    onMutate: ({ task, completed }) => {
      void client.cancelQueries({ queryKey: taskKeys.all });
      changeCachedTask(client, task.pk, {
        completed,
        completedAt: completed ? new Date().toISOString() : null,
      });
    },
    onSuccess: ({ nextTask, isQueued }, { task, completed }) => {
      if (!completed) return;
      const undoAction = undo(() => mutation.mutate({ task, completed: false }));
      if (isQueued)
        showSuccess(`Completed ${task.name}. Kept on this device until you are online.`, undoAction);
      else if (nextTask !== null)
        showSuccess(`Completed ${task.name}. Next due ${formatDueDate(nextTask.dueAt)}.`, undoAction);
      else showSuccess(`Completed ${task.name}`, undoAction);
    },
    onError: (_error, { task, completed }) => {
      changeCachedTask(client, task.pk, { completed: !completed, completedAt: null });
      void client.invalidateQueries({ queryKey: taskKeys.all });
      showError('Failed to mark task complete');
    },
  });
  return mutation;
}

/** Returns the input for a task typed in one line. */
export function toCreateInput(
  line: string,
  { name, dueAt, points, recurrence }: QuickAdd,
  containingListId: string,
): CreateTaskMutationVariables['input'] {
  // The typed line is the description until someone edits it.
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

/** The shown message about the last added task. The message about the next one replaces it. */
let addedMessage = 0;

/** Adds a task typed in one line. It is in the outbox until the server responds, so closing the popup does not lose it. */
export function useQuickAdd(viewerPk: number) {
  const create = useIdempotentMutation(
    async (values: CreateTaskMutationVariables['input'], idempotencyKey) => {
      const input = { ...values, idempotencyKey };
      const isStored = await addToOutbox(viewerPk, { id: idempotencyKey, kind: 'create', input }).then(
        () => true,
        () => false,
      );
      let task = null;
      try {
        ({ task } = (await request(CreateTaskDocument, { input })).createTask);
      } catch (error) {
        if (isStored && isOffline(error)) return null;
        await deleteFromOutbox(idempotencyKey).catch(() => undefined);
        throw error;
      }
      await deleteFromOutbox(idempotencyKey).catch(() => undefined);
      return task;
    },
  );
  return useMutation({
    mutationFn: create,
    onSuccess: (task, { name }) => {
      dismissSnackbar(addedMessage);
      addedMessage = showSuccess(
        task === null ? `${name} is kept on this device until you are online.` : `Added ${name}`,
      );
    },
  });
}

/** A change of a task's name or due date, without its form. */
export interface InlineChange {
  task: TaskToChange & { dueAt?: string | null };
  name?: string;
  dueAt?: Date | null;
  /** Whether this undoes a change, so that it cannot be undone again. */
  isUndo?: boolean;
}

/** Changes a task's name or due date in place; a new due date can be undone for 10 s. */
export function useChangeTask() {
  const client = useQueryClient();
  const mutation = useMutation({
    // One after the other: each change is based on the version that the previous one stored.
    scope: { id: 'change task' },
    mutationFn: async ({ task, name, dueAt }: InlineChange) => {
      // An edit contains every field, so the others are read first.
      const current = (await request(TaskDocument, { pk: task.pk })).task;
      const change = {
        id: task.id,
        name: name ?? current.name,
        body: current.body,
        htmlBody: '',
        points: current.points,
        dueAt: dueAt === undefined ? (current.dueAt ?? null) : (dueAt?.toISOString() ?? null),
        recurrence: dueAt === null ? null : (current.recurrence ?? null),
        version: current.version,
      };
      return (await request(EditTaskDocument, change)).updateTask.task;
    },
    onMutate: ({ task, name, dueAt }) => {
      void client.cancelQueries({ queryKey: taskKeys.all });
      changeCachedTask(client, task.pk, {
        ...(name === undefined ? {} : { name }),
        ...(dueAt === undefined ? {} : { dueAt: dueAt?.toISOString() ?? null }),
      });
    },
    onSuccess: (_result, { task, dueAt, isUndo = false }) => {
      if (dueAt === undefined) return;
      const before = task.dueAt ? new Date(task.dueAt) : null;
      const text = dueAt === null ? 'Removed the due date' : `${task.name} is due ${momentInSentence(dueAt)}`;
      // The server refuses due dates in the past.
      const canUndo = !isUndo && (before === null || isFuture(before));
      const undoAction = undo(() => mutation.mutate({ task, dueAt: before, isUndo: true }));
      showSuccess(text, canUndo ? undoAction : undefined);
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: taskKeys.all });
      showError(isOffline(error) ? "You're offline. The task was not changed." : 'Failed to update task');
    },
  });
  return mutation;
}
