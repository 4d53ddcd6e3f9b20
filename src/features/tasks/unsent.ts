import { changeTask } from './cache.ts';
import type { NewTask, TaskChange } from './outbox.ts';
import type { TaskStep } from './queries.ts';

/** Returns a task with the unsent completions of it and its steps, which win over the last response of the server. */
export function withUnsent<Task extends TaskStep & { children: TaskStep[] }>(
  task: Task,
  changes: readonly TaskChange[] = [],
): Task {
  return changes.reduce((changed, change) => {
    if (change.kind !== 'complete') return changed;
    const completedAt = change.completed ? new Date(change.createdAt).toISOString() : null;
    return changeTask(changed, change.taskPk, { completed: change.completed, completedAt });
  }, task);
}

/** Returns a task without steps with its unsent completion, which wins over the last response of the server. */
export function withUnsentCompletion<Task extends { pk: number; completed: boolean }>(
  task: Task,
  changes: readonly TaskChange[] = [],
): Task {
  const change = changes.find((one) => one.kind === 'complete' && one.taskPk === task.pk);
  return change?.kind === 'complete' ? { ...task, completed: change.completed } : task;
}

/** Returns the unsent and refused new tasks of a list, or the new steps of a task. */
export function newTasksOf(
  { listId, parentId = null }: { listId: string; parentId?: string | null },
  changes: readonly TaskChange[] = [],
): NewTask[] {
  return changes.flatMap((change) => {
    if (change.kind !== 'create' || change.input.containingListId !== listId) return [];
    return (change.input.parentId ?? null) === parentId ? [change] : [];
  });
}
