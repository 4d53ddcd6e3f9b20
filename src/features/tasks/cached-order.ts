import type { QueryClient } from '@tanstack/react-query';
import { taskKeys, type TaskListPage } from './queries.ts';

/** Returns the items with one placed after another; null places it first. */
function placedAfter<Item extends { pk: number }>(
  items: readonly Item[],
  pk: number,
  afterPk: number | null,
): Item[] {
  const moved = items.find((item) => item.pk === pk);
  if (moved === undefined) return [...items];
  const others = items.filter((item) => item.pk !== pk);
  return others.toSpliced(others.findIndex((item) => item.pk === afterPk) + 1, 0, moved);
}

/** A move of a task within its list. */
export interface TaskMove<Task extends { pk: number } = { pk: number }> {
  task: Task;
  /** Null moves it to the start. */
  after: Task | null;
}

/** The key of the mutations that move the tasks of a list. */
export const taskMovesKey = (slug: string) => ['move tasks', slug] as const;

/** Moves a task in the cached list. */
export function reorderCached(client: QueryClient, slug: string, { task, after }: TaskMove) {
  client.setQueriesData<TaskListPage>({ queryKey: taskKeys.list(slug) }, (list) =>
    list === undefined ? list : { ...list, tasks: placedAfter(list.tasks, task.pk, after?.pk ?? null) },
  );
}

/** Returns a list from the server with the moves that the server may not have yet. */
export function withWaitingMoves(client: QueryClient, list: TaskListPage): TaskListPage {
  const waiting = client
    .getMutationCache()
    .findAll({ mutationKey: taskMovesKey(list.slug), status: 'pending' });
  const tasks = waiting.reduce((ordered, { state }) => {
    const { task, after } = state.variables as TaskMove;
    return placedAfter(ordered, task.pk, after?.pk ?? null);
  }, list.tasks);
  return { ...list, tasks };
}
