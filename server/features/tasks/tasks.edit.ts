import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid } from '#shared/kernel/errors.ts';
import { renderHtml } from '#shared/rich-text/render.ts';
import { dayOfMonth } from '#shared/tasks/recurrence.ts';
import { editTaskInput } from '#shared/tasks/schema.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { NewActivity } from './task-history.repository.ts';
import { requireTaskPermission, type TaskContext } from './tasks.context.ts';
import type { StoredTask } from './tasks.repository.ts';

function milliseconds(date: Date | null): number | null {
  return date?.getTime() ?? null;
}

/** Throws CONFLICT with the stored values, for the client to resolve. */
function throwConflict(task: StoredTask): never {
  throw new AppError('CONFLICT', 'Someone else changed this task.', {
    current: {
      version: task.version,
      name: task.name,
      body: task.body,
      points: task.points,
      dueAt: task.dueAt?.toISOString() ?? null,
      recurrence: task.recurrence,
    },
  });
}

/** Creates the command that edits a task's fields. */
export function createTaskEditing(context: TaskContext) {
  const { clock, repository } = context;
  return {
    /**
     * Edits a task (TASK-040) and records one history entry for each changed field (TASK-018).
     * @throws AppError CONFLICT, with the stored values, unless the change is based on them or changes nothing
     */
    edit(actor: Actor, pk: number, request: object): Promise<void> {
      const input = parseInput(editTaskInput, request);
      return context.change(actor, pk, async (task, list) => {
        requireTaskPermission(actor, list, task, 'change_task');
        const body = JSON.stringify(input.body);
        const points = input.points ?? task.points;
        const dueAt = input.dueAt === undefined ? task.dueAt : input.dueAt;
        // A task without a due date stops repeating.
        const kept = dueAt === null ? null : task.recurrence;
        const recurrence = input.recurrence === undefined ? kept : input.recurrence;
        const isNewDate = milliseconds(dueAt) !== milliseconds(task.dueAt);

        const shared = context.entry(actor, list, task);
        const changes: NewActivity[] = [];
        if (input.name !== task.name)
          changes.push({ ...shared, action: 'UPDATE_NAME', oldName: task.name, newName: input.name });
        if (body !== task.body) changes.push({ ...shared, action: 'UPDATE_BODY' });
        if (points !== task.points)
          changes.push({ ...shared, action: 'UPDATE_POINTS', oldPoints: task.points, newPoints: points });
        if (isNewDate)
          changes.push({ ...shared, action: 'UPDATE_DUE_AT', oldDueAt: task.dueAt, newDueAt: dueAt });
        // Before the version is compared: the same save can come again after a lost response.
        if (changes.length === 0 && recurrence === task.recurrence) return;
        if (input.version !== null && input.version !== task.version) throwConflict(task);
        if (dueAt === null && recurrence !== null) {
          throw invalid('recurrence', 'Only a task with a due date can repeat');
        }
        if (isNewDate) context.requireFuture(dueAt);

        const recurrenceDay =
          dueAt !== null && isNewDate
            ? dayOfMonth(dueAt, await repository.timeZoneOf(task.ownerPk))
            : task.recurrenceDay;
        const htmlBody = renderHtml(input.body);
        await repository.edit(
          pk,
          { name: input.name, body, htmlBody, points, dueAt, recurrence, recurrenceDay },
          clock.now(),
        );
        await context.record(changes);
      });
    },
  };
}
