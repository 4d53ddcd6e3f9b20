import type { Actor } from '#shared/kernel/actor.ts';
import { invalid } from '#shared/kernel/errors.ts';
import { requirePk } from '#shared/kernel/ids.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { registerTaskAlerts } from './tasks.alerts.ts';
import { createTaskCompletion } from './tasks.complete.ts';
import { createTaskContext, type TaskServices } from './tasks.context.ts';
import { createTaskCreation } from './tasks.create.ts';
import { createTaskDeletion } from './tasks.delete.ts';
import { createTaskEditing } from './tasks.edit.ts';
import type { Task } from './tasks.model.ts';
import { createTaskMoving } from './tasks.move.ts';
import { createTaskQueries } from './tasks.queries.ts';

/**
 * The unvalidated input of `updateTask`: exactly one of moving, completing or editing (TASK-038, TASK-039, TASK-040).
 */
export interface UpdateTaskRequest {
  id: string;
  containingListId?: string | null;
  completed?: boolean | null;
  name?: string | null;
  body?: string | null;
  htmlBody?: string | null;
  points?: number | null;
  dueAt?: Date | null;
  recurrence?: string | null;
  version?: number | null;
}

/** The service of tasks, their steps and their history. */
export type TasksService = ReturnType<typeof createTasksService>;

/** Creates the service from its queries and one file per command. */
export function createTasksService(dependencies: ServiceDependencies, services: TaskServices) {
  registerTaskAlerts(services.alerts, dependencies.database);
  const context = createTaskContext(dependencies, services);
  const queries = createTaskQueries(context);
  const { find, get } = queries;
  const { create } = createTaskCreation(context);
  const { setCompleted } = createTaskCompletion(context);
  const { edit } = createTaskEditing(context);
  const { move, reorder } = createTaskMoving(context);

  return {
    ...queries,
    ...createTaskDeletion(context),

    /** Creates a task (TASK-037). The same idempotency key returns the task created first. */
    async create(actor: Actor, request: object): Promise<Task> {
      return get(actor, await create(actor, request));
    },

    /** Returns the task and, when completing a repeating task created one, the next task. */
    async update(actor: Actor, request: UpdateTaskRequest): Promise<{ task: Task; nextTask: Task | null }> {
      const pk = requirePk('Task', request.id);
      const { containingListId = null, completed = null } = request;
      const given = (...values: unknown[]) => values.some((value) => value !== null && value !== undefined);
      const isEdit = given(request.name, request.body, request.htmlBody);
      const forms = [containingListId !== null, completed !== null, isEdit].filter(Boolean).length;
      if (forms !== 1 || (!isEdit && given(request.points, request.recurrence, request.dueAt))) {
        throw invalid('id', 'Move a task, complete it or edit it: one at a time');
      }
      let nextPk: number | null = null;
      if (containingListId !== null) await move(actor, pk, requirePk('TaskList', containingListId));
      else if (completed !== null) nextPk = await setCompleted(actor, pk, completed);
      else await edit(actor, pk, request);
      return {
        task: await get(actor, pk),
        // Null if someone reopened the task in between, which removes the next one.
        nextTask: nextPk === null ? null : await find(actor, nextPk),
      };
    },

    /** Places an open task after another one of its list, or a step after another step; null places it first. */
    async reorder(actor: Actor, id: string, afterId: string | null): Promise<Task> {
      const pk = requirePk('Task', id);
      await reorder(actor, pk, afterId === null ? null : requirePk('Task', afterId));
      return get(actor, pk);
    },
  };
}
