import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { DUE_DATE_MESSAGES, TASK_LIMITS } from '#shared/tasks/constants.ts';
import { type TaskPermission, taskPermissions } from '#shared/tasks/policy.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import type { InteractionsService } from '../interactions/interactions.service.ts';
import type { NotesService } from '../notes/notes.service.ts';
import type { ListRow } from './lists/lists.repository.ts';
import type { ListsService } from './lists/lists.service.ts';
import { type NewActivity, TaskHistoryRepository } from './task-history.repository.ts';
import { type NewTask, type StoredTask, TasksRepository } from './tasks.repository.ts';

/** The dependencies of tasks on other services. */
export interface TaskServices {
  lists: ListsService;
  notes: NotesService;
  alerts: AlertsService;
  interactions: InteractionsService;
}

/** The shared parts of task commands: repositories, locking, checks. */
export type TaskContext = ReturnType<typeof createTaskContext>;

/** Throws FORBIDDEN unless the actor has the permission on the task. */
export function requireTaskPermission(
  actor: Actor,
  list: ListRow,
  task: StoredTask,
  permission: TaskPermission,
) {
  if (!taskPermissions(actor, list, task).includes(permission)) {
    throw new AppError('FORBIDDEN', 'You cannot do this to this task.');
  }
}

/** Creates the context that the commands share. */
export function createTaskContext(dependencies: ServiceDependencies, services: TaskServices) {
  const { database, clock } = dependencies;
  const { lists, interactions } = services;
  const repository = new TasksRepository(database);
  const history = new TaskHistoryRepository(database);

  /** Returns the fields that all history entries of a task share. */
  function entry(actor: Actor, list: ListRow, task: Pick<StoredTask, 'pk' | 'ownerPk'>) {
    return {
      taskPk: task.pk,
      ownerPk: task.ownerPk,
      listPk: list.pk,
      wasPrivate: list.private,
      actorPk: actor.pk,
    };
  }

  /** Records entries in the history of the tasks and in the timeline of the student. */
  async function record(activities: readonly NewActivity[]): Promise<void> {
    await interactions.recordTaskActivities(await history.record(activities, clock.now()));
  }

  /** Returns whether the list, or the parent task, has capacity for one more task. */
  async function hasCapacity(listPk: number, parentPk: number | null): Promise<boolean> {
    const siblings = await repository.siblings(listPk, parentPk);
    return siblings.length < (parentPk === null ? TASK_LIMITS.openTasks : TASK_LIMITS.steps);
  }

  return {
    ...dependencies,
    ...services,
    repository,
    history,
    entry,
    record,
    hasCapacity,

    /** Runs a change of a visible task while no other change of its owner's tasks runs. */
    async change<T>(
      actor: Actor,
      pk: number,
      work: (task: StoredTask, list: ListRow) => Promise<T>,
      { withDeleted = false } = {},
    ): Promise<T> {
      return lists.lockedFor(actor, await repository.ownerOf(actor, pk), async () => {
        const task = await repository.stored(pk);
        if (task === undefined || (task.deletedAt !== null && !withDeleted)) throw notFound();
        return work(task, await lists.find(actor, { pk: task.listPk }));
      });
    },

    /** Throws unless the due date is empty or in the future (TASK-030). */
    requireFuture(dueAt: Date | null) {
      if (dueAt !== null && dueAt.getTime() <= clock.now().getTime()) {
        throw invalid('dueAt', DUE_DATE_MESSAGES.past);
      }
    },

    /** Throws if the list, or the parent task, has no capacity for one more task. */
    async requireCapacity(listPk: number, parentPk: number | null) {
      if (await hasCapacity(listPk, parentPk)) return;
      if (parentPk !== null) throw invalid('parentId', `A task can have at most ${TASK_LIMITS.steps} steps`);
      throw invalid('containingListId', `A list can have at most ${TASK_LIMITS.openTasks} open tasks`);
    },

    /** Inserts a task with its first history entry; within the owner's lock. */
    async insert(
      actor: Actor,
      list: ListRow,
      task: Omit<NewTask, 'listPk' | 'ownerPk'>,
      { indirect = false }: Pick<NewActivity, 'indirect'> = {},
    ): Promise<number> {
      const { ownerPk } = list;
      const pk = await repository.insert({ ...task, listPk: list.pk, ownerPk }, clock.now());
      const created = { ...entry(actor, list, { pk, ownerPk }), action: 'CREATE', indirect } as const;
      await record([created]);
      return pk;
    },
  };
}
