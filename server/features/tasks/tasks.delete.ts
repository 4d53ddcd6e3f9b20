import type { Actor } from '#shared/kernel/actor.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { MAX_PK } from '#shared/kernel/ids.ts';
import { RESTORABLE_MILLISECONDS } from '#shared/tasks/constants.ts';
import { requireTaskPermission, type TaskContext } from './tasks.context.ts';

/** Creates the commands that delete and restore tasks. */
export function createTaskDeletion(context: TaskContext) {
  const { clock, repository } = context;
  return {
    /** Deletes a task (TASK-035). It can be restored for a while. */
    async remove(actor: Actor, pk: number): Promise<{ restorableUntil: Date }> {
      if (pk > MAX_PK) throw notFound();
      const now = clock.now();
      await context.change(actor, pk, async (task, list) => {
        requireTaskPermission(actor, list, task, 'delete_task');
        await repository.markDeleted(pk, now);
        await repository.purge(task.ownerPk, new Date(now.getTime() - RESTORABLE_MILLISECONDS));
      });
      return { restorableUntil: new Date(now.getTime() + RESTORABLE_MILLISECONDS) };
    },

    /** Restores a deleted task. @throws AppError NOT_FOUND when it is too late */
    restore(actor: Actor, pk: number): Promise<void> {
      const oldest = clock.now().getTime() - RESTORABLE_MILLISECONDS;
      return context.change(
        actor,
        pk,
        async (task, list) => {
          if ((task.deletedAt?.getTime() ?? oldest) < oldest) throw notFound();
          requireTaskPermission(actor, list, task, 'delete_task');
          if (task.deletedAt === null) return;
          const isOpenTask = task.parentPk === null && task.completedAt === null;
          if (isOpenTask) await context.requireCapacity(task.listPk, null);
          await repository.restore(pk, task.deletedAt);
        },
        { withDeleted: true },
      );
    },
  };
}
