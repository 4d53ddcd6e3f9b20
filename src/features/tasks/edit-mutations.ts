/** Task changes of the full app: the form, moving, reordering, and tasks from a note. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { FIRST_VERSION } from '#shared/kernel/versions.ts';
import type { QuickAddValues } from '#shared/tasks/quick-add.ts';
import {
  CreateTaskDocument,
  EditTaskDocument,
  MoveTaskDocument,
  ReorderTaskDocument,
} from '#src/transport/generated/tasks/graphql.ts';
import type { FormDraft } from '#src/lib/drafts/form-draft.ts';
import { request } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { reorderCached, type TaskMove, taskMovesKey } from './cached-order.ts';
import type { TaskValues } from './task-values.ts';
import { toCreateInput } from './create-mutations.ts';
import { type TaskToChange, undo } from './mutations.ts';
import { taskKeys } from './queries.ts';

/** Turns the values of the task form into the server's input. */
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

async function editTask(id: string, values: TaskValues, version: number | null) {
  return (await request(EditTaskDocument, { id, ...toInput(values), version })).updateTask.task;
}

/**
 * Adds a task from one open form. After a lost response it repeats that request. It saves later changes as edits of
 * that task, so that one open form creates one task.
 */
export function useAddTask(listId: string) {
  const createdId = useRef<string | null>(null);
  return useMutation({
    mutationFn: async ({
      values,
      version,
      draft,
    }: {
      values: TaskValues;
      version: number | null;
      draft: FormDraft<TaskValues>;
    }) => {
      if (createdId.current !== null) return editTask(createdId.current, values, version ?? FIRST_VERSION);
      // Compares the typed values: validation can normalize `values`.
      const submitted = JSON.stringify(toInput(draft.read().values));
      const { made } = await draft.createOnce(
        async (sent, idempotencyKey) => {
          const input = toInput(sent);
          const { createTask } = await request(CreateTaskDocument, {
            input: { ...input, containingListId: listId, idempotencyKey },
          });
          return { task: createTask.task, isSubmitted: JSON.stringify(input) === submitted };
        },
        { repeatsOlder: true },
      );
      createdId.current = made.task.id;
      // A repeated create returns the task's current version, which others may have changed.
      if (made.isSubmitted) return { ...made.task, version: FIRST_VERSION };
      // If the edit fails, the draft must not repeat a create that the server answered.
      await draft.keepNewer(FIRST_VERSION);
      return editTask(made.task.id, values, FIRST_VERSION);
    },
    onSuccess: (task) => showSuccess(`Added ${task.name}`),
  });
}

/** Edits a task from its form (TASK-040); the form shows the errors. */
export function useEditTask() {
  return useMutation({
    mutationFn: ({ id, values, version }: { id: string; values: TaskValues; version: number | null }) =>
      editTask(id, values, version),
  });
}

/** Moves a task to another list (TASK-038); can be undone for 10 s. */
export function useMoveTask() {
  const mutation = useMutation({
    mutationFn: async (move: {
      task: TaskToChange;
      to: { id: string; name: string };
      /** Null when this undoes a move, which cannot be undone again. */
      from: { id: string; name: string } | null;
    }) =>
      (await request(MoveTaskDocument, { id: move.task.id, containingListId: move.to.id })).updateTask.task,
    onSuccess: (_task, { task, to, from }) =>
      showSuccess(
        `Moved ${task.name} to ${to.name}`,
        from === null ? undefined : undo(() => mutation.mutate({ task, to: from, from: null })),
      ),
    onError: () => showError('Failed to move task'),
  });
  return mutation;
}

/** Places a task after another one of its list: optimistic, rolled back when the server refuses. */
export function useReorderTask(slug: string) {
  const client = useQueryClient();
  return useMutation({
    // One after the other: the place of a task depends on the moves before it.
    scope: { id: 'reorder tasks' },
    mutationKey: taskMovesKey(slug),
    mutationFn: ({ task, after }: TaskMove<TaskToChange>) =>
      request(ReorderTaskDocument, { id: task.id, afterId: after?.id ?? null }),
    onMutate: (move) => {
      void client.cancelQueries({ queryKey: taskKeys.list(slug) });
      reorderCached(client, slug, move);
    },
    onError: () => {
      void client.invalidateQueries({ queryKey: taskKeys.list(slug) });
      showError('Failed to move task');
    },
  });
}

/** A line of a note to add as a task. */
export interface TaskLine {
  line: string;
  task: QuickAddValues;
}

/** Adds lines of a note as tasks, in order. After a failure, sending the rest again creates nothing twice. */
export function useAddTasksFromNote(note: { id: string }) {
  const keys = useRef(new Map<string, string>());
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ lines, listId }: { lines: readonly TaskLine[]; listId: string }) => {
      for (const { line, task } of lines) {
        const input = { ...toCreateInput(line, task, listId), sourceNoteId: note.id };
        const key = JSON.stringify(input);
        const idempotencyKey = keys.current.get(key) ?? crypto.randomUUID();
        keys.current.set(key, idempotencyKey);
        await request(CreateTaskDocument, { input: { ...input, idempotencyKey } });
      }
    },
    onSuccess: (_result, { lines }) =>
      showSuccess(lines.length === 1 ? `Added ${lines[0]?.task.name}` : `Added ${lines.length} tasks`),
    // Some lines may have become tasks.
    onError: () => void client.invalidateQueries({ queryKey: taskKeys.all }),
  });
}
