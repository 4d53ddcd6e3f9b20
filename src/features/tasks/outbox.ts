/**
 * What was done to tasks without a network, kept on this device until the server has it. A completion may be sent
 * twice, and a new task carries its idempotency key: a lost answer makes no duplicate.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { AppError } from '#shared/kernel/errors.ts';
import {
  CompleteTaskDocument,
  CreateTaskDocument,
  type CreateTaskMutationVariables,
} from '#src/transport/generated/tasks/graphql.ts';
import { request } from '#src/transport/transport.ts';

/** One thing that waits to be sent. */
export type OutboxEntry = { key: string; userPk: number; at: number } & (
  | { kind: 'complete'; taskPk: number; id: string; completed: boolean }
  | { kind: 'create'; input: CreateTaskMutationVariables['input'] }
);

/** What a caller says of an entry; the rest is added when it is kept. */
export type NewOutboxEntry = OutboxEntry extends infer Entry
  ? Entry extends OutboxEntry
    ? Omit<Entry, 'at'>
    : never
  : never;

interface Schema extends DBSchema {
  entries: { key: string; value: OutboxEntry };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function store(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('gopath-task-outbox', 1, {
    upgrade: (database) => void database.createObjectStore('entries', { keyPath: 'key' }),
  });
  return opened;
}

/** Whether trying again later may help. */
export function isOffline(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'NETWORK' || error.code === 'UNAVAILABLE');
}

/** What waits for this person, the oldest first. */
export async function readOutbox(userPk: number): Promise<OutboxEntry[]> {
  const entries = await (await store()).getAll('entries');
  return entries.filter((entry) => entry.userPk === userPk).sort((a, b) => a.at - b.at);
}

export async function keepInOutbox(entry: NewOutboxEntry): Promise<void> {
  await (await store()).put('entries', { ...entry, at: Date.now() });
}

/** Forgets what waits for this person, or for everybody. */
export async function forgetOutbox(userPk?: number): Promise<void> {
  const transaction = (await store()).transaction('entries', 'readwrite');
  const entries = await transaction.store.getAll();
  const gone = entries.filter((entry) => userPk === undefined || entry.userPk === userPk);
  await Promise.all([...gone.map(({ key }) => transaction.store.delete(key)), transaction.done]);
}

/** How much waits, whoever's it is. */
export async function countOutbox(): Promise<number> {
  return (await store()).count('entries');
}

function send(entry: OutboxEntry): Promise<unknown> {
  return entry.kind === 'complete'
    ? request(CompleteTaskDocument, { id: entry.id, completed: entry.completed })
    : request(CreateTaskDocument, { input: entry.input });
}

/**
 * Sends what waits, in order; one surface at a time does it. What the server refuses is dropped: it would be refused
 * again.
 * @returns how many were sent and how many refused
 */
export function flushOutbox(userPk: number): Promise<{ sent: number; refused: number }> {
  return navigator.locks.request('gopath-task-outbox', async () => {
    const done = { sent: 0, refused: 0 };
    for (const entry of await readOutbox(userPk)) {
      try {
        await send(entry);
        done.sent += 1;
      } catch (error) {
        const stays = isOffline(error) || (error instanceof AppError && error.code === 'UNAUTHENTICATED');
        if (stays) break;
        done.refused += 1;
      }
      await (await store()).delete('entries', entry.key);
    }
    return done;
  });
}
