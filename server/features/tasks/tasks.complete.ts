import type { Actor } from '#shared/kernel/actor.ts';
import { renderHtml } from '#shared/rich-text/render.ts';
import { dayOfMonth, nextDueAt } from '#shared/tasks/recurrence.ts';
import type { ListRow } from './lists/lists.repository.ts';
import type { NewActivity } from './task-history.repository.ts';
import { requireTaskPermission, type TaskContext } from './tasks.context.ts';
import type { StoredTask } from './tasks.repository.ts';

/** Creates the command that completes and reopens tasks, and repeats them. */
export function createTaskCompletion(context: TaskContext) {
  const { clock, repository, record, entry } = context;

  async function complete(actor: Actor, task: StoredTask, list: ListRow): Promise<number | null> {
    const now = clock.now();
    const open = (await repository.steps(task.pk)).filter((step) => step.completedAt === null);
    await repository.complete(task.pk, now, 'person');
    for (const step of open) await repository.complete(step.pk, now, 'parent');
    await record([
      ...open.map((step): NewActivity => ({
        ...entry(actor, list, step),
        action: 'PARENT_COMPLETE',
        indirect: true,
      })),
      { ...entry(actor, list, task), action: 'COMPLETE' },
    ]);
    return repeat(actor, task, list);
  }

  /** Creates the next task of a repeating task, once, with all its steps open; no step beyond the limit. */
  async function repeat(actor: Actor, task: StoredTask, list: ListRow): Promise<number | null> {
    if (task.recurrence === null || task.dueAt === null || (await repository.hasRepetition(task.pk)))
      return null;
    // The completed step still counts, a completed task does not.
    if (task.parentPk !== null && !(await context.hasCapacity(task.listPk, task.parentPk))) return null;
    const timeZone = await repository.timeZoneOf(task.ownerPk);
    const day = dayOfMonth(task.dueAt, timeZone, task.recurrenceDay);
    const previousDueAt = await repository.dueBefore(task.pk);
    const dueAt = nextDueAt(
      { dueAt: task.dueAt, previousDueAt, recurrence: task.recurrence, day, timeZone },
      clock.now(),
    );
    const copyOf = (stored: StoredTask) => ({
      createdByPk: actor.pk,
      name: stored.name,
      body: stored.body,
      htmlBody: renderHtml(JSON.parse(stored.body)),
      points: stored.points,
      sourceNotePk: null,
    });
    const next = {
      ...copyOf(task),
      parentPk: task.parentPk,
      dueAt,
      recurrence: task.recurrence,
      recurrenceDay: dayOfMonth(dueAt, timeZone, day),
      repeatsPk: task.pk,
    };
    const pk = await context.insert(actor, list, next, { indirect: true });
    for (const step of await repository.steps(task.pk)) {
      const copy = {
        ...copyOf(step),
        parentPk: pk,
        dueAt: null,
        recurrence: null,
        recurrenceDay: null,
        repeatsPk: null,
      };
      await context.insert(actor, list, copy, { indirect: true });
    }
    return pk;
  }

  /**
   * Reopens a task with the steps it completed, or a step with its completed task, and removes the next tasks that
   * completing them created if they are unchanged.
   */
  async function uncomplete(actor: Actor, task: StoredTask, list: ListRow): Promise<null> {
    const now = clock.now();
    // No screen shows an open step of a completed task, so the parent reopens too.
    const parent = task.parentPk === null ? undefined : await repository.stored(task.parentPk);
    const isParentCompleted = parent !== undefined && parent.completedAt !== null;
    if (task.parentPk === null || isParentCompleted) await context.requireCapacity(task.listPk, null);
    const steps = (await repository.steps(task.pk)).filter(
      (step) => step.completedAt !== null && step.completedByParent,
    );
    const others = [...steps, ...(isParentCompleted ? [parent] : [])];
    for (const one of [task, ...others]) await repository.reopen(one.pk, now);
    await record([
      ...others.map((one): NewActivity => ({
        ...entry(actor, list, one),
        action: 'UNCOMPLETE',
        indirect: true,
      })),
      { ...entry(actor, list, task), action: 'UNCOMPLETE' },
    ]);
    for (const one of isParentCompleted ? [task, parent] : [task]) {
      const next = await repository.untouchedRepetition(one.pk);
      if (next !== undefined) await repository.remove(next);
    }
    return null;
  }

  return {
    /**
     * Completes or reopens a task (TASK-014, TASK-015, TASK-016); does nothing if it already has that state.
     * @returns the pk of the next task, when completing a repeating task created one
     */
    setCompleted(actor: Actor, pk: number, completed: boolean): Promise<number | null> {
      return context.change(actor, pk, async (task, list) => {
        requireTaskPermission(actor, list, task, 'change_task');
        if ((task.completedAt !== null) === completed) return null;
        return completed ? complete(actor, task, list) : uncomplete(actor, task, list);
      });
    },
  };
}
