/**
 * Task changes that the server may not have. Completing is idempotent, and a new task has an idempotency key, so a lost
 * response creates no duplicate.
 */
import { Outbox, type OutboxEntry } from '#src/lib/outbox/outbox.ts';
import {
  CompleteTaskDocument,
  CreateTaskDocument,
  type CreateTaskMutationVariables,
} from '#src/transport/generated/tasks/graphql.ts';
import { request } from '#src/transport/transport.ts';

/** A task change that the server does not have yet. */
export type TaskChange = OutboxEntry &
  (
    | { kind: 'complete'; taskPk: number; taskId: string; completed: boolean }
    | { kind: 'create'; input: CreateTaskMutationVariables['input'] }
  );

/** A task change without the fields that the outbox adds. */
export type NewTaskChange = TaskChange extends infer Change
  ? Change extends TaskChange
    ? Omit<Change, 'owner' | 'createdAt'>
    : never
  : never;

const outbox = new Outbox<TaskChange>('tasks');

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
export function forgetOutbox(userPk?: number): Promise<void> {
  return outbox.clear(userPk === undefined ? undefined : String(userPk));
}

/** Counts the unsent changes of everyone. */
export function countOutbox(): Promise<number> {
  return outbox.countAll();
}

function send(change: TaskChange): Promise<unknown> {
  return change.kind === 'complete'
    ? request(CompleteTaskDocument, { id: change.taskId, completed: change.completed })
    : request(CreateTaskDocument, { input: change.input });
}

/**
 * Sends a person's changes in order. A change that the server refuses is dropped.
 * @returns how many were sent and how many refused
 */
export function flushOutbox(userPk: number): Promise<{ sent: number; refused: number }> {
  return outbox.deliver(String(userPk), { send, refuse: ({ id }) => deleteFromOutbox(id) });
}
