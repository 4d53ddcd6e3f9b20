/** Optimistic changes of tasks in the query cache. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { taskKeys, type TaskDetail, type TaskListPage, type TaskStep, type UpcomingPage } from './queries.ts';

type Change = Partial<Pick<TaskStep, 'completed' | 'completedAt' | 'name' | 'dueAt'>>;

function changeStep<Step extends TaskStep>(step: Step, pk: number, change: Change): Step {
  return step.pk === pk ? { ...step, ...change } : step;
}

/** Returns the task with the change; completing it completes its steps (TASK-015). */
export function changeTask<Task extends TaskStep & { children: TaskStep[] }>(
  task: Task,
  pk: number,
  change: Change,
): Task {
  if (task.pk === pk) {
    const children =
      change.completed === true ? task.children.map((step) => ({ ...step, ...change })) : task.children;
    return { ...task, ...change, children };
  }
  return task.children.some((step) => step.pk === pk)
    ? { ...task, children: task.children.map((step) => changeStep(step, pk, change)) }
    : task;
}

/** Changes a task in every cached query. */
export function changeCachedTask(client: QueryClient, pk: number, change: Change) {
  for (const pages of ['upcoming', 'completed']) {
    client.setQueriesData<InfiniteData<UpcomingPage>>({ queryKey: [...taskKeys.all, pages] }, (data) =>
      data === undefined
        ? data
        : {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              edges: page.edges.map((edge) =>
                edge.node.pk === pk ? { ...edge, node: { ...edge.node, ...change } } : edge,
              ),
            })),
          },
    );
  }
  client.setQueriesData<TaskListPage>({ queryKey: [...taskKeys.all, 'list'] }, (list) =>
    list === undefined ? list : { ...list, tasks: list.tasks.map((task) => changeTask(task, pk, change)) },
  );
  client.setQueriesData<TaskDetail>({ queryKey: [...taskKeys.all, 'detail'] }, (task) =>
    task === undefined ? task : changeTask(task, pk, change),
  );
}
