import { AppError } from '#shared/kernel/errors.ts';
import { deliver } from '#src/lib/outbox/deliver.ts';
import { CompleteTaskDocument, CreateTaskDocument } from '#src/transport/generated/tasks/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { deleteFromOutbox, isUnsent, type NewTask, outbox, type TaskChange } from './outbox.ts';

/** What happened to the delivered changes. */
interface Delivered {
  sent: number;
  /** Tasks added without their due date, which passed before they were sent. */
  withoutDate: NewTask[];
  refused: { change: TaskChange; error: AppError }[];
}

/** Adds a task; without its due date if that has passed. Returns the task as it was added. */
async function sendNew(change: NewTask): Promise<NewTask> {
  try {
    await request(CreateTaskDocument, { input: change.input });
    return change;
  } catch (error) {
    if (!(error instanceof AppError) || error.fields?.['dueAt'] === undefined) throw error;
    // Another input needs another key. It is stored first, so that a lost response creates no duplicate.
    const input = { ...change.input, dueAt: null, recurrence: null, idempotencyKey: crypto.randomUUID() };
    const changes = { input, isDateRemoved: true };
    await outbox.update(change.id, changes);
    await request(CreateTaskDocument, { input });
    return { ...change, ...changes };
  }
}

/**
 * Returns whether two changes have to be sent in order. Reopening a step reopens its task, and completing a task
 * completes its steps. So a reopening keeps its place among all changes to existing tasks, and a new step among the
 * completions of its task. A new task depends on nothing: nothing else about it can wait before it exists.
 */
function dependsOn(change: TaskChange, earlier: TaskChange): boolean {
  const completions = [change, earlier].filter((one) => one.kind === 'complete');
  const parents = [change, earlier].flatMap((one) =>
    one.kind === 'create' ? [one.input.parentId ?? null] : [],
  );
  if (completions.length === 0 || parents.includes(null)) return false;
  return completions.some(({ completed, taskId }) => !completed || parents.includes(taskId));
}

/** Sends a person's changes. A refused completion is deleted; a refused new task stays with the reason. */
async function flushOutbox(userPk: number): Promise<Delivered> {
  const withoutDate: NewTask[] = [];
  const refused: Delivered['refused'] = [];
  const { sent } = await deliver(outbox, String(userPk), {
    isWaiting: isUnsent,
    dependsOn,
    async send(change) {
      if (change.kind === 'complete') {
        return request(CompleteTaskDocument, { id: change.taskId, completed: change.completed });
      }
      const added = await sendNew(change);
      if (added.isDateRemoved === true) withoutDate.push(added);
      return added;
    },
    refuse(change, error) {
      refused.push({ change, error });
      if (change.kind === 'complete') return deleteFromOutbox(change.id);
      return outbox.update(change.id, { refusal: error.message });
    },
  });
  return { sent, withoutDate, refused };
}

/** Shows what the person must know about delivered changes. */
function showDelivered({ withoutDate, refused }: Delivered) {
  for (const { input } of withoutDate) {
    showSuccess(`Added “${input.name}” without a due date, because the date has passed.`);
  }
  for (const { change, error } of refused) {
    if (change.kind === 'create') showError(`Could not add “${change.input.name}”: ${error.message}`);
    else {
      const text = change.completed
        ? 'Could not complete a task you completed offline'
        : 'Could not reopen a task you reopened offline';
      showError(`${text}: it was deleted, or you can no longer change it.`);
    }
  }
}

/** Sends a person's changes and shows what was refused. @returns how many no longer wait */
export async function deliverOutbox(userPk: number): Promise<number> {
  const delivered = await flushOutbox(userPk);
  showDelivered(delivered);
  return delivered.sent + delivered.refused.length;
}
