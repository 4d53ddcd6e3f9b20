import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { requirePk } from '#shared/kernel/ids.ts';
import { renderHtml } from '#shared/rich-text/render.ts';
import { listPermissions } from '#shared/tasks/policy.ts';
import { dayOfMonth } from '#shared/tasks/recurrence.ts';
import { type CreateTaskInput, createTaskInput } from '#shared/tasks/schema.ts';
import { createOnce } from '../../lib/create-once.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { ListRow } from './lists/lists.repository.ts';
import { TASK_ADDED } from './tasks.alerts.ts';
import type { TaskContext } from './tasks.context.ts';

/** Creates the command that adds tasks and steps. */
export function createTaskCreation(context: TaskContext) {
  const { database, repository, lists, notes, alerts } = context;

  /** Throws unless the parent of a new step is open, in the same list, and not a step itself. */
  async function requireParent(parentPk: number, list: ListRow): Promise<void> {
    const parent = await repository.stored(parentPk);
    if (parent === undefined || parent.deletedAt !== null || parent.listPk !== list.pk) throw notFound();
    if (parent.parentPk !== null) throw invalid('parentId', 'A step cannot have steps');
    if (parent.completedAt !== null) throw invalid('parentId', 'This task is already completed');
  }

  async function insert(actor: Actor, input: CreateTaskInput, list: ListRow): Promise<number> {
    if (!listPermissions(actor, list).includes('add_task')) {
      throw new AppError('FORBIDDEN', 'You cannot add a task to this list.');
    }
    const dueAt = input.dueAt ?? null;
    context.requireFuture(dueAt);
    const recurrence = input.recurrence ?? null;
    if (recurrence !== null && dueAt === null) {
      throw invalid('recurrence', 'Only a task with a due date can repeat');
    }
    const parentPk = input.parentId === null ? null : requirePk('Task', input.parentId);
    if (parentPk !== null) await requireParent(parentPk, list);
    await context.requireCapacity(list.pk, parentPk);
    const pk = await context.insert(actor, list, {
      parentPk,
      createdByPk: actor.pk,
      name: input.name,
      body: JSON.stringify(input.body),
      htmlBody: renderHtml(input.body),
      points: input.points ?? 0,
      dueAt,
      recurrence,
      recurrenceDay: dueAt === null ? null : dayOfMonth(dueAt, await repository.timeZoneOf(list.ownerPk)),
      repeatsPk: null,
      // Creating a task must not reveal whether a note exists.
      sourceNotePk: input.sourceNoteId === null ? null : (await notes.get(actor, input.sourceNoteId)).pk,
    });
    const isForAnother = list.ownerPk !== actor.pk && parentPk === null;
    if (isForAnother) await alerts.announce(TASK_ADDED, { taskPk: pk });
    return pk;
  }

  return {
    /** Creates a task (TASK-037). Returns its pk; the same idempotency key returns the same task. */
    async create(actor: Actor, request: object): Promise<number> {
      const { idempotencyKey, ...input } = parseInput(createTaskInput, request);
      const listPk = requirePk('TaskList', input.containingListId);
      const work = async () => ({
        pk: await insert(actor, { ...input, idempotencyKey }, await lists.find(actor, { pk: listPk })),
      });
      const created = await lists.lockedFor(actor, await lists.ownerOf(actor, { pk: listPk }), () =>
        createOnce(database, actor, { action: 'createTask', key: idempotencyKey, input }, work),
      );
      return created.pk;
    },
  };
}
