/**
 * Task changes of every surface: complete, change in place. Adding is in create-mutations.ts; the full app has more in
 * edit-mutations.ts.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AppError, isOffline } from '#shared/kernel/errors.ts';
import { UNDO_MILLISECONDS } from '#shared/tasks/constants.ts';
import {
  CompleteTaskDocument,
  EditTaskDocument,
  TaskDocument,
} from '#src/transport/generated/tasks/graphql.ts';
import { dueInSentence } from '#src/lib/dates/due-date.ts';
import { request } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { changeCachedTask } from './cache.ts';
import { addToOutbox, readOutbox, supersedeInOutbox } from './outbox.ts';
import { taskKeys } from './queries.ts';

/** Returns why a task was not completed (TASK-042) or reopened. */
function failureText(error: Error, name: string, completed: boolean): string {
  if (completed) return 'Failed to mark task complete';
  const isRefused = error instanceof AppError && error.code === 'INVALID_INPUT';
  return `Could not reopen ${name}${isRefused ? `: ${error.message}` : '. Try again.'}`;
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

/** Returns an Undo action for a snackbar. */
export function undo(onSelect: () => void) {
  return { label: 'Undo', onSelect, milliseconds: UNDO_MILLISECONDS };
}

/** The query of a person's unsent changes. */
export function taskOutboxKey(viewerPk: number) {
  return ['task-outbox', viewerPk] as const;
}

/** Returns this person's unsent offline changes. */
export function useTaskOutbox(viewerPk: number) {
  return useQuery({
    queryKey: taskOutboxKey(viewerPk),
    queryFn: () => readOutbox(viewerPk),
    staleTime: 0,
    retry: false,
  });
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
      else if (nextTask?.dueAt) {
        const next = dueInSentence(new Date(nextTask.dueAt));
        showSuccess(`Completed ${task.name}. Next due ${next}.`, undoAction);
      } else showSuccess(`Completed ${task.name}`, undoAction);
    },
    onError: (error, { task, completed }) => {
      changeCachedTask(client, task.pk, { completed: !completed, completedAt: null });
      void client.invalidateQueries({ queryKey: taskKeys.all });
      showError(failureText(error, task.name, completed));
    },
  });
  return mutation;
}

/** A change of a task's name or due date, without its form. */
export interface InlineChange {
  task: TaskToChange & { dueAt?: string | null };
  name?: string;
  dueAt?: Date | null;
  /** The repetition that an undo restores with the due date. An undo cannot be undone again. */
  restores?: string | null;
}

/** Changes a task's name or due date in place; a new due date can be undone for 10 s. */
export function useChangeTask() {
  const client = useQueryClient();
  const mutation = useMutation({
    // One after the other: each change is based on the version that the previous one stored.
    scope: { id: 'change task' },
    mutationFn: async ({ task, name, dueAt, restores }: InlineChange) => {
      // An edit contains every field, so the others are read first.
      const current = (await request(TaskDocument, { pk: task.pk })).task;
      const change = {
        id: task.id,
        name: name ?? current.name,
        body: current.body,
        htmlBody: '',
        points: current.points,
        dueAt: dueAt === undefined ? (current.dueAt ?? null) : (dueAt?.toISOString() ?? null),
        recurrence: dueAt === null ? null : (current.recurrence ?? restores ?? null),
        version: current.version,
      };
      await request(EditTaskDocument, change);
      return current.recurrence ?? null;
    },
    onMutate: ({ task, name, dueAt }) => {
      void client.cancelQueries({ queryKey: taskKeys.all });
      changeCachedTask(client, task.pk, {
        ...(name === undefined ? {} : { name }),
        ...(dueAt === undefined ? {} : { dueAt: dueAt?.toISOString() ?? null }),
      });
    },
    onSuccess: (recurrence, { task, dueAt, restores }) => {
      if (dueAt === undefined) return;
      const before = task.dueAt ? new Date(task.dueAt) : null;
      const text = dueAt === null ? 'Removed the due date' : `${task.name} is due ${dueInSentence(dueAt)}`;
      // The server refuses due dates in the past.
      const canUndo = restores === undefined && (before === null || isFuture(before));
      const undoAction = undo(() => mutation.mutate({ task, dueAt: before, restores: recurrence }));
      showSuccess(text, canUndo ? undoAction : undefined);
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: taskKeys.all });
      showError(isOffline(error) ? "You're offline. The task was not changed." : 'Failed to update task');
    },
  });
  return mutation;
}
