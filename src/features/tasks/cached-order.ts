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

/** Places a cached task after another one. */
export function reorderCached(client: QueryClient, slug: string, pk: number, afterPk: number | null) {
  client.setQueriesData<TaskListPage>({ queryKey: taskKeys.list(slug) }, (list) =>
    list === undefined ? list : { ...list, tasks: placedAfter(list.tasks, pk, afterPk) },
  );
}
