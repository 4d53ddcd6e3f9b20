import type { Actor } from '#shared/kernel/actor.ts';
import { invalid, notFound } from '#shared/kernel/errors.ts';
import { RESTORABLE_MILLISECONDS } from '#shared/tasks/constants.ts';
import { requireTaskPermission, type TaskContext } from './tasks.context.ts';
import type { StoredTask } from './tasks.repository.ts';

/** Creates the commands that delete and restore tasks. */
export function createTaskDeletion(context: TaskContext) {
  const { clock, repository } = context;

  /** Throws unless a deleted task can come back to its list, or a deleted step to its task. */
  async function requireRestorable({ parentPk, listPk, completedAt }: StoredTask): Promise<void> {
    const isOpen = completedAt === null;
    if (parentPk !== null) {
      const parent = await repository.stored(parentPk);
      if (parent === undefined || parent.deletedAt !== null) throw notFound();
      if (isOpen && parent.completedAt !== null) throw invalid('parentId', 'This task is already completed');
    }
    if (isOpen || parentPk !== null) await context.requireCapacity(listPk, parentPk);
  }

  return {
    /** Deletes a task (TASK-035). It can be restored for a while. */
    async remove(actor: Actor, pk: number): Promise<{ restorableUntil: Date }> {
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
          await requireRestorable(task);
          await repository.restore(pk, task.deletedAt);
        },
        { withDeleted: true },
      );
    },
  };
}
