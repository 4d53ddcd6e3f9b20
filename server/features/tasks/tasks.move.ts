import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { listPermissions } from '#shared/tasks/policy.ts';
import { requireTaskPermission, type TaskContext } from './tasks.context.ts';

/** Creates the commands that move a task to another list, or within its list. */
export function createTaskMoving(context: TaskContext) {
  const { clock, repository, lists } = context;
  return {
    /** Moves a task with its steps to another list (TASK-038). A moved step becomes a task. */
    move(actor: Actor, pk: number, listPk: number): Promise<void> {
      return context.change(actor, pk, async (task, list) => {
        requireTaskPermission(actor, list, task, 'change_task');
        const target = await lists.find(actor, { pk: listPk });
        if (target.ownerPk !== task.ownerPk) {
          throw invalid('containingListId', 'A task can only move to a list of the same person');
        }
        if (!listPermissions(actor, target).includes('add_task')) {
          throw new AppError('FORBIDDEN', 'You cannot add a task to this list.');
        }
        if (target.pk === list.pk) return;
        await context.requireCapacity(target.pk, null);
        await repository.move(pk, target.pk, clock.now());
        await context.record([{ ...context.entry(actor, target, task), action: 'MOVE', oldListPk: list.pk }]);
      });
    },

    /** Places an open task after another one of its list, or a step after another step; null places it first. */
    reorder(actor: Actor, pk: number, afterPk: number | null): Promise<void> {
      return context.change(actor, pk, async (task, list) => {
        requireTaskPermission(actor, list, task, 'change_task');
        const siblings = await repository.siblings(task.listPk, task.parentPk);
        if (afterPk === pk || !siblings.some((one) => one.pk === pk)) return;
        const others = siblings.filter((one) => one.pk !== pk);
        const index = afterPk === null ? 0 : others.findIndex((one) => one.pk === afterPk) + 1;
        if (afterPk !== null && index === 0) throw notFound();
        const before = others[index - 1]?.position ?? (others[index]?.position ?? 1) - 2;
        const after = others[index]?.position ?? before + 2;
        const middle = (before + after) / 2;
        if (before < middle && middle < after) return repository.setPositions([pk], [middle]);
        // No number is left between the two positions: renumber all.
        const order = others.map((one) => one.pk).toSpliced(index, 0, pk);
        return repository.setPositions(
          order,
          order.map((_, position) => position + 1),
        );
      });
    },
  };
}
