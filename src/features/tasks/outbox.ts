/**
 * Task changes that the server may not have. Completing is idempotent, and a new task has an idempotency key, so a lost
 * response creates no duplicate.
 */
import { Outbox, type OutboxEntry } from '#src/lib/outbox/outbox.ts';
import type { CreateTaskMutationVariables } from '#src/transport/generated/tasks/graphql.ts';

/** A task change that the server does not have yet. */
export type TaskChange = OutboxEntry &
  (
    | { kind: 'complete'; taskPk: number; taskId: string; completed: boolean }
    | {
        kind: 'create';
        input: CreateTaskMutationVariables['input'];
        /** The owner of the list; missing in changes of earlier versions. */
        listOwnerPk?: number;
        /** Whether the due date has passed, so that the task is added without one. */
        isDateRemoved?: boolean;
        /** Why the server refused the task. It stays on this device until the person deletes it. */
        refusal?: string;
      }
  );

/** A task change without the fields that the outbox adds. */
export type NewTaskChange = TaskChange extends infer Change
  ? Change extends TaskChange
    ? Omit<Change, 'owner' | 'createdAt'>
    : never
  : never;

/** The unsent changes of everyone on this device. */
export const outbox = new Outbox<TaskChange>('tasks');

/** Returns a person's unsent changes, oldest first. */
export function readOutbox(userPk: number): Promise<TaskChange[]> {
  return outbox.of(String(userPk));
}

/** Adds a change, or replaces the one with the same id. */
export function addToOutbox(userPk: number, change: NewTaskChange): Promise<void> {
  return outbox.put({ ...change, owner: String(userPk), createdAt: Date.now() });
}

/** Deletes a change that no longer waits. */
export function deleteFromOutbox(id: string): Promise<void> {
  return outbox.delete(id);
}

/** Sends a change directly; a successful request deletes the unsent change with the same id. */
export function supersedeInOutbox<Result>(id: string, send: () => Promise<Result>): Promise<Result> {
  return outbox.supersede(id, send);
}

/** Deletes a person's unsent changes; without a person, those of everyone. */
export function clearOutbox(userPk?: number): Promise<void> {
  return outbox.clear(userPk === undefined ? undefined : String(userPk));
}

/** Returns the ids of the unsent changes of everyone. */
export function readOutboxIds(): Promise<string[]> {
  return outbox.allIds();
}

/** A new task that the server does not have yet. */
export type NewTask = Extract<TaskChange, { kind: 'create' }>;

/** Returns whether a change is to be sent; a refused task only waits to be read. */
export function isUnsent(change: TaskChange): boolean {
  return change.kind === 'complete' || change.refusal === undefined;
}
